"""The foot of the window: transport, the bar of all beats, speed, following."""

"""What the commands do to a window: functions of it, one room for each kind of deed."""

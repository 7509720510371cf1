"""Building a model by hand: blocks and sublayers as a list, every choice of them as one table.

`racks` is the model as something that can be taken apart; `moves` and `settings` are what can be changed;
`carry` brings the numbers along; `faults` says why a description cannot work and what would mend it; `kept`
counts what a change kept.
"""

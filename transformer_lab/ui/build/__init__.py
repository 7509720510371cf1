"""The builder: the model as a list of blocks and sublayers that can be added, moved and set by hand."""

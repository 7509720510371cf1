"""Views with axes: pyqtgraph's plots in our type and colours, without its menus and buttons.

Importing pyqtgraph takes long, so this room is entered only when such a view is made.
"""

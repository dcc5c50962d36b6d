"""What the screens show: frozen values with words in the chosen language, one module for each screen.

`frame.Frame` is the whole picture; its `view` is one of the screens' own. The builders in `companion_app.presenters`
make them from the state; screens draw them, know nothing else, and hand the actions of what was touched on.
"""

"""The screens: each draws one view model and hands on the actions of what was touched; none knows of the network."""

"""From the state to what is shown: pure functions, one module for each screen; `frame.frame_of` makes the whole picture."""

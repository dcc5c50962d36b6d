"""What `kiebitz bench` measures of the rules and of the server, each figure with its baseline in the same run."""

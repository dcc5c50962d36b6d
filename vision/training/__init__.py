"""Makes the networks: datasets, training, export, evaluation. Needs the `train` extra; nothing else imports it."""

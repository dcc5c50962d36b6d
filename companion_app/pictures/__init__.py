"""Pictures of every screen with sample data, drawn without a display: for the pages of the project and for its tests."""

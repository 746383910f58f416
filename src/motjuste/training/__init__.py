"""How the shipped models are made: everything here takes minutes to hours and needs extras."""

"""HTTP and WebSocket around a house of tables, and the built client as static files."""

"""HTTP and WebSocket access to the tables, and the browser client as static files."""

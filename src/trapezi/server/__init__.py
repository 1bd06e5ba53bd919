"""Serve the tables over HTTP and WebSockets, and the browser client as static files."""

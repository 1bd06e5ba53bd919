"""A live table: people, bots and seats around one of the games, for an evening. No web framework: `web` carries the messages.

A wish comes in (`trapezi.protocol.commands`), is granted as a record or refused (`wishes`), written to the store, and only then
applied (`table`), acknowledged and shown to everybody (`actor`). A table that nobody looks at is forgotten, and loaded from its
records when somebody asks for it again (`house`).
"""

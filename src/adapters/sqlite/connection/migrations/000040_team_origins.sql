-- Who shared a memory first, as the server signed it.
ALTER TABLE team_items ADD COLUMN origin TEXT; -- JSON

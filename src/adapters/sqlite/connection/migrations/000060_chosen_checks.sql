-- Checks of memories that a person added or dropped. They outlive a change of the text.
CREATE TABLE chosen_checks (
  memory_id TEXT PRIMARY KEY REFERENCES memories (id) ON DELETE CASCADE,
  checks    TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;

-- What a memory says of its project's files, as far as it has held. Earlier rows had what had changed;
-- these are found again.
DROP TABLE file_checks;
CREATE TABLE memory_checks (
  memory_id  TEXT PRIMARY KEY REFERENCES memories (id) ON DELETE CASCADE,
  version    INTEGER NOT NULL,
  checks     TEXT NOT NULL, -- JSON
  checked_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How far a session has been looked through for memories: numbers of its turns.
CREATE TABLE extraction_states (
  session_id    TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  turns_through INTEGER NOT NULL DEFAULT 0,
  deep_through  INTEGER NOT NULL DEFAULT 0,
  updated_at    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Windows already judged, so that none is judged twice.
CREATE TABLE extractions (
  session_id   TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  window_hash  TEXT NOT NULL,
  depth        TEXT NOT NULL CHECK (depth IN ('turn', 'deep')),
  judge        TEXT NOT NULL,
  model        TEXT,
  items        INTEGER NOT NULL,
  extracted_at TEXT NOT NULL,
  PRIMARY KEY (session_id, window_hash)
) STRICT, WITHOUT ROWID;

-- What was extracted in a session, by its hash alone: the same is not stored again, not even after
-- it was forgotten.
CREATE TABLE extracted_items (
  session_id   TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  content_hash BLOB NOT NULL,
  PRIMARY KEY (session_id, content_hash)
) STRICT, WITHOUT ROWID;

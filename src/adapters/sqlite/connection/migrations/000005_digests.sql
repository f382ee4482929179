-- Derived: what a turn or a session was about.
CREATE TABLE digests (
  type       TEXT NOT NULL CHECK (type IN ('turn', 'session')),
  id         TEXT NOT NULL, -- of the turn or session
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  made_by    TEXT NOT NULL CHECK (made_by IN ('local', 'model')),
  body       TEXT NOT NULL, -- JSON
  PRIMARY KEY (type, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX digests_by_session ON digests (session_id, type, id);

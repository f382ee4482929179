-- The sessions of the proof, and the secret that chooses which of them are held back. Never in a
-- bundle or sync.
CREATE TABLE proof_secret (
  only   INTEGER PRIMARY KEY CHECK (only = 1),
  secret TEXT NOT NULL
) STRICT;
CREATE TABLE proof_sessions (
  host            TEXT NOT NULL,
  host_session_id TEXT NOT NULL,
  is_held_back    INTEGER NOT NULL,
  at              TEXT NOT NULL,
  released_at     TEXT, -- when the user let it have context again
  PRIMARY KEY (host, host_session_id)
) STRICT, WITHOUT ROWID;

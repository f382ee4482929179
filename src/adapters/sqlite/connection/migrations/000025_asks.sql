-- What agents were asked to store: when and at which moment, nothing of what was said. A session is
-- named as its host names it, because an ask may come before the session is ingested.
CREATE TABLE asks (
  id              TEXT PRIMARY KEY,
  host            TEXT NOT NULL,
  host_session_id TEXT NOT NULL,
  prompt          INTEGER NOT NULL,
  moment          TEXT NOT NULL CHECK (moment IN ('prompt', 'settled', 'compacted')),
  subject         TEXT NOT NULL, -- a hash
  at              TEXT NOT NULL,
  answered_at     TEXT,
  UNIQUE (host, host_session_id, subject)
) STRICT, WITHOUT ROWID;

-- How many prompts each session has had, and the ask that waits for its next prompt.
CREATE TABLE ask_sessions (
  host            TEXT NOT NULL,
  host_session_id TEXT NOT NULL,
  prompts         INTEGER NOT NULL,
  cause           TEXT, -- a hash of the last prompt
  at              TEXT NOT NULL,
  moment          TEXT,
  subject         TEXT,
  PRIMARY KEY (host, host_session_id)
) STRICT, WITHOUT ROWID;

-- What others are to be told of. By ids only: what it says is read when it is told, so that nothing
-- outlives here what was forgotten elsewhere.
CREATE TABLE lifecycle_events (
  id         TEXT PRIMARY KEY,
  type       TEXT NOT NULL,
  session_id TEXT NOT NULL, -- empty for what happened outside of any
  sequence   INTEGER NOT NULL,
  at         TEXT NOT NULL,
  subject    TEXT NOT NULL, -- the event, turn or memory it is about
  state      TEXT NOT NULL  -- how the turn ended, which version of the memory
) STRICT, WITHOUT ROWID;

-- Numbers go on when the events that had them are gone.
CREATE TABLE lifecycle_sequences (
  session_id TEXT PRIMARY KEY,
  last       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE lifecycle_deliveries (
  subscriber TEXT NOT NULL,
  session_id TEXT NOT NULL,
  sequence   INTEGER NOT NULL,
  event_id   TEXT NOT NULL REFERENCES lifecycle_events (id) ON DELETE CASCADE,
  status     TEXT NOT NULL CHECK (status IN ('pending', 'done', 'parked')),
  attempts   INTEGER NOT NULL DEFAULT 0,
  next_at    TEXT NOT NULL,
  error      TEXT,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (subscriber, session_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX lifecycle_deliveries_waiting ON lifecycle_deliveries (subscriber, session_id, sequence)
  WHERE status = 'pending';
CREATE INDEX lifecycle_deliveries_by_event ON lifecycle_deliveries (event_id);
CREATE INDEX lifecycle_deliveries_by_time ON lifecycle_deliveries (updated_at);

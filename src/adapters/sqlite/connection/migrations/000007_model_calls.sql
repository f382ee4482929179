-- Every call of a model: reserved with the most it may cost, then settled with what it did; or
-- refused by the limits, so that it was never made.
CREATE TABLE model_calls (
  id            TEXT PRIMARY KEY,
  provider      TEXT NOT NULL,
  model         TEXT NOT NULL,
  purpose       TEXT NOT NULL,
  session_id    TEXT REFERENCES sessions (id) ON DELETE SET NULL,
  status        TEXT NOT NULL CHECK (status IN ('reserved', 'done', 'failed', 'refused')),
  tokens        INTEGER NOT NULL, -- what counts against the limits unless refused, as cost_usd
  input_tokens  INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  cost_usd      REAL NOT NULL,
  duration_ms   REAL,
  reserved_at   TEXT NOT NULL,
  settled_at    TEXT
) STRICT;
CREATE INDEX model_calls_by_time ON model_calls (reserved_at);
CREATE INDEX model_calls_by_session ON model_calls (session_id) WHERE session_id IS NOT NULL;

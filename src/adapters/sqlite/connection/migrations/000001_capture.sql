-- Projects, and every identity they were ever known by.
CREATE TABLE projects (
  id         TEXT PRIMARY KEY,
  identity   TEXT NOT NULL UNIQUE,
  name       TEXT NOT NULL,
  root       TEXT,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE project_aliases (
  identity   TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX project_aliases_by_project ON project_aliases (project_id);

CREATE TABLE sessions (
  id               TEXT PRIMARY KEY,
  host             TEXT NOT NULL,
  host_session_id  TEXT NOT NULL,
  project_id       TEXT REFERENCES projects (id),
  status           TEXT NOT NULL CHECK (status IN ('active', 'completed')),
  started_at       TEXT NOT NULL,
  ended_at         TEXT,
  end_reason       TEXT,
  last_event_at    TEXT NOT NULL,
  last_content_key TEXT,
  event_count      INTEGER NOT NULL DEFAULT 0,
  cwd              TEXT,
  branch           TEXT,
  transcript_path  TEXT,
  model            TEXT,
  UNIQUE (host, host_session_id)
) STRICT;
CREATE INDEX sessions_by_project ON sessions (project_id, last_event_at);
CREATE INDEX sessions_by_activity ON sessions (status, last_event_at);

CREATE TABLE turns (
  id           TEXT PRIMARY KEY,
  session_id   TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  number       INTEGER NOT NULL,
  host_turn_id TEXT,
  prompt       TEXT,
  origin       TEXT NOT NULL CHECK (origin IN ('user', 'command', 'notification')),
  answer       TEXT,
  outcome      TEXT NOT NULL CHECK (outcome IN ('open', 'ok', 'failed', 'cut')),
  started_at   TEXT NOT NULL,
  ended_at     TEXT,
  UNIQUE (session_id, number)
) STRICT;
CREATE UNIQUE INDEX turns_by_host_turn ON turns (session_id, host_turn_id) WHERE host_turn_id IS NOT NULL;

-- What a hook saw. The key makes ingestion idempotent; ids are UUIDv7 and grow with ingestion.
CREATE TABLE events (
  id           TEXT PRIMARY KEY,
  key          BLOB NOT NULL UNIQUE,
  session_id   TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  turn_id      TEXT REFERENCES turns (id) ON DELETE SET NULL,
  host_turn_id TEXT,
  kind         TEXT NOT NULL,
  name         TEXT NOT NULL,
  agent_id     TEXT NOT NULL DEFAULT '',
  cwd          TEXT, -- where it differs from the session's
  occurred_at  TEXT NOT NULL,
  fields       BLOB NOT NULL -- the rest of the payload: JSON, zstd-compressed if long
) STRICT, WITHOUT ROWID;
CREATE INDEX events_by_session ON events (session_id);
CREATE INDEX events_without_turn ON events (session_id, host_turn_id) WHERE turn_id IS NULL;

CREATE TABLE tool_events (
  id           TEXT PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  session_id   TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  turn_id      TEXT REFERENCES turns (id) ON DELETE SET NULL,
  tool_name    TEXT NOT NULL,
  tool_use_id  TEXT,
  outcome      TEXT NOT NULL CHECK (outcome IN ('ok', 'failed')),
  duration_ms  REAL,
  agent_id     TEXT NOT NULL DEFAULT '',
  agent_name   TEXT NOT NULL DEFAULT '',
  occurred_at  TEXT NOT NULL,
  input_hash   BLOB NOT NULL REFERENCES tool_event_payloads (hash),
  output_hash  BLOB NOT NULL REFERENCES tool_event_payloads (hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX tool_events_by_session ON tool_events (session_id);
CREATE INDEX tool_events_by_turn ON tool_events (turn_id);

-- Inputs and outputs of tools: JSON, zstd-compressed if long, each distinct one kept once.
CREATE TABLE tool_event_payloads (
  hash  BLOB PRIMARY KEY,
  bytes INTEGER NOT NULL,
  body  BLOB NOT NULL
) STRICT;

-- Spool files already taken in but not yet removed: what makes a crash between the two harmless.
CREATE TABLE spool_receipts (
  name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  id          TEXT PRIMARY KEY,
  kind        TEXT NOT NULL,
  subject     TEXT NOT NULL,
  status      TEXT NOT NULL CHECK (status IN ('pending', 'running', 'done', 'parked')),
  again       INTEGER NOT NULL DEFAULT 0, -- asked for once more while it was running
  attempts    INTEGER NOT NULL DEFAULT 0,
  run_after   TEXT NOT NULL,
  lease_until TEXT,
  error       TEXT,
  created_at  TEXT NOT NULL,
  updated_at  TEXT NOT NULL,
  UNIQUE (kind, subject)
) STRICT;
CREATE INDEX jobs_by_due ON jobs (status, run_after);

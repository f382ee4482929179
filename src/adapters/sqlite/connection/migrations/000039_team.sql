-- What a machine that is signed in to a team server knows about it. The token is in a file of its own.
CREATE TABLE team_connection (
  only              INTEGER PRIMARY KEY CHECK (only = 1),
  server            TEXT NOT NULL,
  organisation_id   TEXT NOT NULL,
  organisation_name TEXT NOT NULL,
  person_id         TEXT NOT NULL,
  person_name       TEXT NOT NULL,
  role              TEXT,
  state             TEXT NOT NULL CHECK (state IN ('connected', 'signed-out', 'not-allowed', 'unreachable')),
  problem           TEXT,
  last_contact_at   TEXT,
  cursor            TEXT, -- JSON: the change up to which this machine has everything
  witness           TEXT, -- JSON: the newest change that a push of ours led to
  needs_resync      INTEGER NOT NULL DEFAULT 0,
  compared_at       TEXT
) STRICT;

-- Shared projects. '' is where one's own machines share what is global.
CREATE TABLE team_projects (
  id            TEXT PRIMARY KEY, -- the server's
  local_id      TEXT NOT NULL,
  name          TEXT NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('joined', 'leaving')),
  needs_compare INTEGER NOT NULL DEFAULT 1
) STRICT;

-- What the server has of a memory, and what this machine had when both were the same.
CREATE TABLE team_items (
  project   TEXT NOT NULL,
  memory_id TEXT NOT NULL,
  version   INTEGER NOT NULL, -- the server's; 0 if it has none
  type      TEXT NOT NULL CHECK (type IN ('memory', 'forgotten', 'withdrawn')),
  text_hash TEXT NOT NULL, -- '' if unknown
  author_id TEXT,
  state     TEXT NOT NULL CHECK (state IN ('synced', 'local-only', 'hidden')),
  successor TEXT, -- the memory that replaces it, once that is here
  PRIMARY KEY (project, memory_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_items_by_memory ON team_items (memory_id);
CREATE INDEX team_items_by_successor ON team_items (successor) WHERE successor IS NOT NULL;

-- Operations to send, in order. The payload is set before the first attempt and stays.
CREATE TABLE team_outbox (
  position    INTEGER PRIMARY KEY AUTOINCREMENT,
  memory_id   TEXT NOT NULL,
  project     TEXT NOT NULL,
  type        TEXT NOT NULL CHECK (type IN ('put', 'forget', 'withdraw')),
  payload     TEXT, -- JSON
  text_hash   TEXT, -- of the memory in the payload
  was_sent    INTEGER NOT NULL DEFAULT 0, -- a payload may have reached the server
  state       TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'parked')),
  tries       INTEGER NOT NULL DEFAULT 0,
  next_try_at TEXT,
  problem     TEXT
) STRICT;
CREATE INDEX team_outbox_by_memory ON team_outbox (memory_id, position);

-- States of the server that arrived over changes which are not sent yet.
CREATE TABLE team_shadows (
  project   TEXT NOT NULL,
  memory_id TEXT NOT NULL,
  state     TEXT NOT NULL, -- JSON
  PRIMARY KEY (project, memory_id)
) STRICT, WITHOUT ROWID;

-- Teammates whose memories arrived here.
CREATE TABLE team_people (
  id              TEXT PRIMARY KEY,
  name            TEXT NOT NULL,
  first_seen_at   TEXT NOT NULL,
  approved_at     TEXT,
  hour_started_at TEXT NOT NULL, -- the last hour in which they sent something,
  hour_count      INTEGER NOT NULL -- and how much
) STRICT, WITHOUT ROWID;

-- Nothing of a forgotten memory waits here. That it may have been sent stays known.
CREATE TRIGGER team_without_memory AFTER DELETE ON memories
BEGIN
  UPDATE team_outbox SET payload = NULL WHERE memory_id = OLD.id AND type = 'put';
  DELETE FROM team_shadows WHERE memory_id = OLD.id;
END;

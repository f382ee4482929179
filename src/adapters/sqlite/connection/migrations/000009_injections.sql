-- What was handed to sessions, by ids and reasons; nothing of what it said. A session is named as its
-- host names it, for its start is answered before it is taken in.
CREATE TABLE injections (
  id              TEXT PRIMARY KEY,
  host            TEXT NOT NULL,
  host_session_id TEXT NOT NULL,
  project_id      TEXT, -- may not be known yet either
  event           TEXT NOT NULL CHECK (event IN ('session-start', 'prompt', 'subagent-start')),
  source          TEXT,
  at              TEXT NOT NULL,
  tokens          INTEGER NOT NULL,
  characters      INTEGER NOT NULL
) STRICT;
CREATE INDEX injections_by_session ON injections (host, host_session_id, at, id);
CREATE INDEX injections_by_project ON injections (project_id, at);

CREATE TABLE injected_lines (
  injection_id TEXT NOT NULL REFERENCES injections (id) ON DELETE CASCADE,
  position     INTEGER NOT NULL,
  section      TEXT NOT NULL,
  memory_id    TEXT REFERENCES memories (id) ON DELETE SET NULL,  -- of a memory, until it is forgotten
  session_id   TEXT REFERENCES sessions (id) ON DELETE SET NULL,  -- of a digest
  reason       TEXT NOT NULL,
  tokens       INTEGER NOT NULL,
  use          TEXT CHECK (use IN ('cited', 'fetched', 'echoed')),
  PRIMARY KEY (injection_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX injected_lines_by_memory ON injected_lines (memory_id) WHERE memory_id IS NOT NULL;
CREATE INDEX injected_lines_by_digest ON injected_lines (session_id) WHERE session_id IS NOT NULL;

-- What a session that begins is told is chosen from the foremost memories of each scope.
CREATE INDEX memories_standing ON memories (scope, scope_id, importance, id)
  WHERE (kind = 'rule' OR pinned = 1) AND valid_to IS NULL;
CREATE INDEX memories_by_importance ON memories (scope, scope_id, importance, updated_at, id)
  WHERE valid_to IS NULL;

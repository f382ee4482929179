-- Rules are given before a tool runs, and one that a session follows without naming it is used.
CREATE TABLE new_injections (
  id              TEXT PRIMARY KEY,
  host            TEXT NOT NULL,
  host_session_id TEXT NOT NULL,
  project_id      TEXT, -- may not be known yet either
  event           TEXT NOT NULL CHECK (event IN
    ('session-start', 'prompt', 'subagent-start', 'failure', 'file', 'tool', 'compaction')),
  source          TEXT,
  at              TEXT NOT NULL,
  tokens          INTEGER NOT NULL,
  characters      INTEGER NOT NULL,
  cause           TEXT,
  subject         TEXT
) STRICT;
CREATE TABLE new_injected_lines (
  injection_id TEXT NOT NULL REFERENCES new_injections (id) ON DELETE CASCADE,
  position     INTEGER NOT NULL,
  section      TEXT NOT NULL,
  memory_id    TEXT REFERENCES memories (id) ON DELETE SET NULL,  -- of a memory, until it is forgotten
  session_id   TEXT REFERENCES sessions (id) ON DELETE SET NULL,  -- of a digest or an earlier failure
  reason       TEXT NOT NULL,
  tokens       INTEGER NOT NULL,
  use          TEXT CHECK (use IN ('cited', 'fetched', 'echoed', 'followed')),
  PRIMARY KEY (injection_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO new_injections (id, host, host_session_id, project_id, event, source, at, tokens, characters, cause, subject)
  SELECT id, host, host_session_id, project_id, event, source, at, tokens, characters, cause, subject FROM injections;
INSERT INTO new_injected_lines (injection_id, position, section, memory_id, session_id, reason, tokens, use)
  SELECT injection_id, position, section, memory_id, session_id, reason, tokens, use FROM injected_lines;
DROP TABLE injected_lines;
DROP TABLE injections;
ALTER TABLE new_injections RENAME TO injections;
ALTER TABLE new_injected_lines RENAME TO injected_lines;
CREATE INDEX injections_by_session ON injections (host, host_session_id, at, id);
CREATE INDEX injections_by_project ON injections (project_id, at);
CREATE INDEX injected_lines_by_memory ON injected_lines (memory_id) WHERE memory_id IS NOT NULL;
CREATE INDEX injected_lines_by_digest ON injected_lines (session_id) WHERE session_id IS NOT NULL;

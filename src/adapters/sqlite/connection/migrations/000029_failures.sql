-- Failed commands, derived from tool events: hashes of what they complained of and of what was run.
CREATE TABLE failures (
  event_id   TEXT PRIMARY KEY REFERENCES tool_events (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  passed_by  TEXT REFERENCES tool_events (id) ON DELETE SET NULL -- set once all of its commands passed
) STRICT, WITHOUT ROWID;
CREATE INDEX failures_by_session ON failures (session_id);
CREATE INDEX failures_by_pass ON failures (passed_by) WHERE passed_by IS NOT NULL;

CREATE TABLE failure_signatures (
  signature TEXT NOT NULL, -- a hash
  event_id  TEXT NOT NULL REFERENCES failures (event_id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  PRIMARY KEY (signature, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX failure_signatures_by_event ON failure_signatures (event_id);

-- What must pass: one of the commands of each position.
CREATE TABLE failure_checks (
  command   TEXT NOT NULL, -- a hash
  event_id  TEXT NOT NULL REFERENCES failures (event_id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  passed_by TEXT REFERENCES tool_events (id) ON DELETE SET NULL,
  PRIMARY KEY (command, event_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX failure_checks_by_event ON failure_checks (event_id);
CREATE INDEX failure_checks_by_pass ON failure_checks (passed_by) WHERE passed_by IS NOT NULL;

-- Context is given at more moments. A subject, a hash, is given once a session.
CREATE TABLE new_injections (
  id              TEXT PRIMARY KEY,
  host            TEXT NOT NULL,
  host_session_id TEXT NOT NULL,
  project_id      TEXT, -- may not be known yet either
  event           TEXT NOT NULL CHECK (event IN
    ('session-start', 'prompt', 'subagent-start', 'failure', 'file', 'compaction')),
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
  use          TEXT CHECK (use IN ('cited', 'fetched', 'echoed')),
  PRIMARY KEY (injection_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO new_injections (id, host, host_session_id, project_id, event, source, at, tokens, characters, cause)
  SELECT id, host, host_session_id, project_id, event, source, at, tokens, characters, cause FROM injections;
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

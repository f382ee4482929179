-- All migrations at once, for a new database. Written by scripts/new-database.ts.
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
  recent_content TEXT,
  event_count      INTEGER NOT NULL DEFAULT 0,
  cwd              TEXT,
  branch           TEXT,
  transcript_path  TEXT,
  model            TEXT, deleted_through INTEGER NOT NULL DEFAULT 0, shared_session TEXT, agent TEXT, trust TEXT CHECK (trust = 'repository'), written_files TEXT, leaving_since TEXT, kept_at TEXT,
  UNIQUE (host, host_session_id)
) STRICT;
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
  ended_at     TEXT, git_branch TEXT, git_commit TEXT,
  UNIQUE (session_id, number)
) STRICT;
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
, is_foreign INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE tool_event_payloads (
  hash  BLOB PRIMARY KEY,
  bytes INTEGER NOT NULL,
  body  BLOB NOT NULL
) STRICT;
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
  updated_at  TEXT NOT NULL, lease TEXT, is_past INTEGER NOT NULL DEFAULT 0,
  UNIQUE (kind, subject)
) STRICT;
CREATE TABLE search_texts (
  row   INTEGER PRIMARY KEY REFERENCES search_documents (row) ON DELETE CASCADE,
  terms TEXT NOT NULL,
  files TEXT NOT NULL,
  text  TEXT NOT NULL
) STRICT;
CREATE TABLE search_files (
  path TEXT NOT NULL,
  row  INTEGER NOT NULL REFERENCES search_documents (row) ON DELETE CASCADE,
  PRIMARY KEY (path, row)
) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE search_index USING fts5 (
  who, title, body, answer, files,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_`{|}~'"
);
CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab (search_index, row);
CREATE TABLE memories (
  id            TEXT PRIMARY KEY,
  scope         TEXT NOT NULL CHECK (scope IN ('global', 'project', 'session', 'agent')),
  scope_id      TEXT NOT NULL CHECK ((scope = 'global') = (scope_id = '')),
  key           TEXT NOT NULL DEFAULT '',
  kind          TEXT NOT NULL,
  content       TEXT NOT NULL,
  content_hash  BLOB NOT NULL,
  tags          TEXT NOT NULL DEFAULT '[]', -- JSON, as keywords and files
  keywords      TEXT NOT NULL DEFAULT '[]',
  importance    REAL NOT NULL CHECK (importance BETWEEN 0 AND 1),
  source        TEXT NOT NULL,
  pinned        INTEGER NOT NULL DEFAULT 0,
  valid_from    TEXT NOT NULL,
  valid_to      TEXT,
  superseded_by TEXT REFERENCES memories (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  use_count     INTEGER NOT NULL DEFAULT 0,
  last_used_at  TEXT,
  files         TEXT NOT NULL DEFAULT '[]',
  git_commit    TEXT,
  version       INTEGER NOT NULL DEFAULT 1,
  version_from  TEXT NOT NULL, -- when this version began to hold
  created_at    TEXT NOT NULL,
  updated_at    TEXT NOT NULL
, host TEXT, standing TEXT NOT NULL DEFAULT 'memory'
  CHECK (standing IN ('candidate', 'memory')), confirmation TEXT, confirmed_at TEXT, author_id TEXT, author_name TEXT, trust TEXT NOT NULL DEFAULT 'tool'
  CHECK (trust IN ('user', 'agent', 'teammate', 'repository', 'tool'))) STRICT;
CREATE TABLE memory_links (
  from_id    TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  to_id      TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  relation   TEXT NOT NULL CHECK (relation IN ('supersedes', 'contradicts', 'relates', 'derived-from')),
  created_at TEXT NOT NULL,
  PRIMARY KEY (from_id, to_id, relation),
  CHECK (from_id <> to_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE memory_revisions (
  memory_id  TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  version    INTEGER NOT NULL,
  scope      TEXT NOT NULL,
  scope_id   TEXT NOT NULL,
  valid_from TEXT NOT NULL,
  valid_to   TEXT NOT NULL,
  snapshot   TEXT NOT NULL, -- JSON
  PRIMARY KEY (memory_id, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE memory_archive (
  id           TEXT PRIMARY KEY,
  scope        TEXT NOT NULL,
  scope_id     TEXT NOT NULL,
  forgotten_at TEXT NOT NULL,
  snapshot     TEXT NOT NULL -- JSON: the memory, its sources, links, revisions
, is_returning INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE memory_tombstones (
  id           TEXT PRIMARY KEY,
  scope        TEXT NOT NULL,
  scope_id     TEXT NOT NULL,
  forgotten_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE vectors (
  type         TEXT NOT NULL,
  id           TEXT NOT NULL,
  model        TEXT NOT NULL,
  dimensions   INTEGER NOT NULL,
  content_hash BLOB NOT NULL,
  embedded_at  TEXT NOT NULL,
  embedding    BLOB NOT NULL, -- one signed byte a dimension, the largest being ±127
  PRIMARY KEY (type, id)
) STRICT;
CREATE TABLE vector_model (
  only       INTEGER PRIMARY KEY CHECK (only = 1),
  model      TEXT NOT NULL,
  dimensions INTEGER NOT NULL
) STRICT;
CREATE TABLE digests (
  type       TEXT NOT NULL CHECK (type IN ('turn', 'session')),
  id         TEXT NOT NULL, -- of the turn or session
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  made_by    TEXT NOT NULL CHECK (made_by IN ('local', 'model')),
  body       TEXT NOT NULL, -- JSON
  PRIMARY KEY (type, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE extraction_states (
  session_id    TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  turns_through INTEGER NOT NULL DEFAULT 0,
  updated_at    TEXT NOT NULL
, read_through INTEGER NOT NULL DEFAULT 0, settled_through INTEGER NOT NULL DEFAULT 0, read_by TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE extracted_items (
  session_id   TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  content_hash BLOB NOT NULL,
  PRIMARY KEY (session_id, content_hash)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE consolidations (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL DEFAULT '', -- '' when it went over every project
  at         TEXT NOT NULL,
  actions    TEXT NOT NULL, -- JSON: ids and versions of memories
  undone_at  TEXT
) STRICT;
CREATE TABLE lifecycle_events (
  id         TEXT PRIMARY KEY,
  type       TEXT NOT NULL,
  session_id TEXT NOT NULL, -- empty for what happened outside of any
  sequence   INTEGER NOT NULL,
  at         TEXT NOT NULL,
  subject    TEXT NOT NULL, -- the event, turn or memory it is about
  state      TEXT NOT NULL  -- how the turn ended, which version of the memory
) STRICT, WITHOUT ROWID;
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
CREATE TABLE database_sizes (
  day   TEXT PRIMARY KEY, -- a date where the user was
  bytes INTEGER NOT NULL
, was_pruned INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE project_merges (
  project_id TEXT PRIMARY KEY,
  identity   TEXT NOT NULL,
  name       TEXT NOT NULL,
  root       TEXT,
  created_at TEXT NOT NULL,
  into_id    TEXT NOT NULL, -- may be part of another itself by now
  at         TEXT NOT NULL,
  moved      TEXT NOT NULL  -- JSON: aliases, ids of rows, versions of memories
) STRICT;
CREATE TABLE changes (
  sequence INTEGER PRIMARY KEY,
  subject  TEXT NOT NULL,
  id       TEXT NOT NULL,
  version  INTEGER, -- of a memory
  kind     TEXT NOT NULL,
  at       INTEGER NOT NULL -- milliseconds since 1970
) STRICT;
CREATE TABLE change_cursors (
  consumer TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE near_pairs (
  project_id TEXT PRIMARY KEY, -- '' for the queue of all projects
  basis      TEXT NOT NULL,    -- hash of the memories that were compared
  pairs      TEXT NOT NULL     -- JSON
) STRICT, WITHOUT ROWID;
CREATE TABLE project_commits (
  project_id TEXT NOT NULL,
  commit_id  TEXT NOT NULL,
  PRIMARY KEY (project_id, commit_id)
) STRICT;
CREATE TABLE deleted_history (
  hash       BLOB PRIMARY KEY,
  deleted_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE deletions (
  session_id    TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  turn_id       TEXT NOT NULL DEFAULT '', -- '' for the whole session
  with_memories INTEGER NOT NULL,
  PRIMARY KEY (session_id, turn_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE proposals (
  id             TEXT PRIMARY KEY,
  key            TEXT NOT NULL UNIQUE, -- of what is proposed
  action         TEXT NOT NULL,
  memory_id      TEXT,
  memory_version INTEGER,
  evidence       TEXT NOT NULL, -- JSON: ids of memories
  wanted         TEXT NOT NULL, -- JSON
  proposer       TEXT NOT NULL, -- JSON
  project_id     TEXT,
  created_at     TEXT NOT NULL,
  decided_at     TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE review_decisions (
  id         TEXT PRIMARY KEY,
  key        TEXT NOT NULL UNIQUE, -- of the item: its kind, its memories and their versions
  kind       TEXT NOT NULL,
  decision   TEXT NOT NULL,
  memory_ids TEXT NOT NULL, -- JSON
  dropped    TEXT,          -- id of the memory that was forgotten
  applied    TEXT,          -- JSON: how to take it back
  at         TEXT NOT NULL
, renewed_from TEXT, because TEXT) STRICT, WITHOUT ROWID;
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
CREATE TABLE dropped_candidates (
  memory_id TEXT PRIMARY KEY,
  words     TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;
CREATE TABLE failures (
  event_id   TEXT PRIMARY KEY REFERENCES tool_events (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  passed_by  TEXT REFERENCES tool_events (id) ON DELETE SET NULL -- set once all of its commands passed
) STRICT, WITHOUT ROWID;
CREATE TABLE failure_signatures (
  signature TEXT NOT NULL, -- a hash
  event_id  TEXT NOT NULL REFERENCES failures (event_id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  PRIMARY KEY (signature, event_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE failure_checks (
  command   TEXT NOT NULL, -- a hash
  event_id  TEXT NOT NULL REFERENCES failures (event_id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  passed_by TEXT REFERENCES tool_events (id) ON DELETE SET NULL,
  PRIMARY KEY (command, event_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE imported_items (
  source      TEXT NOT NULL,
  item        TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  at          TEXT NOT NULL,
  PRIMARY KEY (source, item)
) STRICT, WITHOUT ROWID;
CREATE TABLE imported_memories (
  source       TEXT NOT NULL,
  foreign_id   TEXT NOT NULL,
  item         TEXT NOT NULL,
  memory_id    TEXT NOT NULL, -- stays when the memory is forgotten
  is_own       INTEGER NOT NULL,
  fingerprint  TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  at           TEXT NOT NULL,
  PRIMARY KEY (source, foreign_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE sync_machine (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  id   TEXT NOT NULL -- of this machine
) STRICT;
CREATE TABLE sync_files (
  folder   TEXT NOT NULL,
  machine  TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (folder, machine)
) STRICT, WITHOUT ROWID;
CREATE TABLE sync_accepted (
  machine TEXT PRIMARY KEY
, is_trusted INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE sync_received (
  memory_id TEXT PRIMARY KEY,
  machine   TEXT NOT NULL,
  version   INTEGER NOT NULL -- 0 if it was forgotten there
) STRICT, WITHOUT ROWID;
CREATE TABLE promotions (
  memory_id    TEXT PRIMARY KEY,
  project_id   TEXT NOT NULL,
  file         TEXT NOT NULL, -- relative to the project's folder
  part         TEXT NOT NULL, -- line: of the block in an instruction file; file: the whole file
  hash         TEXT NOT NULL, -- of what was written
  content_hash TEXT NOT NULL, -- of what the memory said then
  at           TEXT NOT NULL,
  state        TEXT NOT NULL  -- held, edited: not as written any more, withdrawn
) STRICT, WITHOUT ROWID;
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
, policy TEXT) STRICT;
CREATE TABLE team_projects (
  id            TEXT PRIMARY KEY, -- the server's
  local_id      TEXT NOT NULL,
  name          TEXT NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('joined', 'leaving')),
  needs_compare INTEGER NOT NULL DEFAULT 1
, shares_digests INTEGER NOT NULL DEFAULT 0) STRICT;
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
, kind TEXT NOT NULL DEFAULT 'memory') STRICT;
CREATE TABLE team_shadows (
  project   TEXT NOT NULL,
  memory_id TEXT NOT NULL,
  state     TEXT NOT NULL, -- JSON
  PRIMARY KEY (project, memory_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE team_people (
  id              TEXT PRIMARY KEY,
  name            TEXT NOT NULL,
  first_seen_at   TEXT NOT NULL,
  approved_at     TEXT,
  hour_started_at TEXT NOT NULL, -- the last hour in which they sent something,
  hour_count      INTEGER NOT NULL -- and how much
, revoked_at TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE team_conflicts (
  id           TEXT PRIMARY KEY, -- the server's
  project      TEXT NOT NULL,
  memory_id    TEXT NOT NULL,
  proposal_key TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE "team_items" (
  project    TEXT NOT NULL,
  memory_id  TEXT NOT NULL,
  kind       TEXT NOT NULL DEFAULT 'memory' CHECK (kind IN ('memory', 'digest')),
  version    INTEGER NOT NULL, -- the server's; 0 if it has none
  type       TEXT NOT NULL CHECK (type IN (kind, 'forgotten', 'withdrawn')),
  text_hash  TEXT NOT NULL, -- '' if unknown
  author_id  TEXT,
  state      TEXT NOT NULL CHECK (state IN ('synced', 'local-only', 'hidden')),
  successor  TEXT, -- the memory that replaces it, once that is here
  origin     TEXT, -- JSON
  hour_count INTEGER, -- how many of its author had arrived in that hour
  PRIMARY KEY (project, memory_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE team_digests (
  project     TEXT NOT NULL,
  id          TEXT NOT NULL,
  author_id   TEXT NOT NULL,
  author_name TEXT NOT NULL,
  ended_at    TEXT NOT NULL,
  text        TEXT NOT NULL, -- JSON
  PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE element_origins (
  key INTEGER PRIMARY KEY,
  origin INTEGER NOT NULL
) STRICT;
CREATE TABLE "injections" (
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
CREATE TABLE "injected_lines" (
  injection_id TEXT NOT NULL REFERENCES "injections" (id) ON DELETE CASCADE,
  position     INTEGER NOT NULL,
  section      TEXT NOT NULL,
  memory_id    TEXT REFERENCES memories (id) ON DELETE SET NULL,  -- of a memory, until it is forgotten
  session_id   TEXT REFERENCES sessions (id) ON DELETE SET NULL,  -- of a digest or an earlier failure
  reason       TEXT NOT NULL,
  tokens       INTEGER NOT NULL,
  use          TEXT CHECK (use IN ('cited', 'fetched', 'echoed', 'followed')),
  PRIMARY KEY (injection_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE guards (
  memory_id  TEXT PRIMARY KEY,
  scope      TEXT NOT NULL,
  scope_id   TEXT NOT NULL,
  content    TEXT NOT NULL,
  level      TEXT NOT NULL CHECK (level IN ('off', 'note', 'ask', 'block')),
  patterns   TEXT NOT NULL, -- JSON
  exceptions TEXT NOT NULL, -- JSON
  set_at     TEXT NOT NULL,
  fired      INTEGER NOT NULL DEFAULT 0,
  last_at    TEXT,
  last_host  TEXT,
  last_call  TEXT -- JSON
) STRICT, WITHOUT ROWID;
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
CREATE TABLE commits (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  hash       TEXT NOT NULL,
  author     TEXT NOT NULL,
  at         TEXT NOT NULL,
  message    TEXT NOT NULL,
  files      TEXT NOT NULL -- JSON
, is_considered INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE commit_tips (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  hash       TEXT NOT NULL,
  at         TEXT NOT NULL,
  PRIMARY KEY (project_id, hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE "search_documents" (
  row        INTEGER PRIMARY KEY,
  type       TEXT NOT NULL CHECK (type IN ('memory', 'turn', 'tool-event', 'session', 'commit')),
  id         TEXT NOT NULL,
  scope      TEXT NOT NULL CHECK (scope IN ('global', 'project', 'session', 'agent')),
  scope_id   TEXT NOT NULL,
  project_id TEXT,
  host       TEXT,
  session_id TEXT,
  position   INTEGER,
  branch     TEXT,
  kind       TEXT,
  at         TEXT NOT NULL,
  valid_from TEXT,
  valid_to   TEXT,
  UNIQUE (type, id)
) STRICT;
CREATE TABLE memory_checks (
  memory_id  TEXT PRIMARY KEY REFERENCES memories (id) ON DELETE CASCADE,
  version    INTEGER NOT NULL,
  checks     TEXT NOT NULL, -- JSON
  checked_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE chosen_checks (
  memory_id TEXT PRIMARY KEY REFERENCES memories (id) ON DELETE CASCADE,
  checks    TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;
CREATE TABLE "memory_sources" (
  memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  type      TEXT NOT NULL
    CHECK (type IN ('turn', 'tool-event', 'session', 'file', 'commit', 'manual', 'import')),
  ref       TEXT NOT NULL,
  PRIMARY KEY (memory_id, type, ref)
) STRICT, WITHOUT ROWID;
CREATE INDEX project_aliases_by_project ON project_aliases (project_id);
CREATE INDEX sessions_by_project ON sessions (project_id, last_event_at);
CREATE INDEX sessions_by_activity ON sessions (status, last_event_at);
CREATE UNIQUE INDEX turns_by_host_turn ON turns (session_id, host_turn_id) WHERE host_turn_id IS NOT NULL;
CREATE INDEX events_by_session ON events (session_id);
CREATE INDEX events_without_turn ON events (session_id, host_turn_id) WHERE turn_id IS NULL;
CREATE INDEX tool_events_by_session ON tool_events (session_id);
CREATE INDEX tool_events_by_turn ON tool_events (turn_id);
CREATE INDEX search_files_by_row ON search_files (row);
CREATE UNIQUE INDEX memories_by_key ON memories (scope, scope_id, key)
  WHERE key <> '' AND valid_to IS NULL;
CREATE UNIQUE INDEX memories_by_content ON memories (scope, scope_id, content_hash)
  WHERE key = '' AND valid_to IS NULL;
CREATE INDEX memories_with_key_by_content ON memories (scope, scope_id, content_hash)
  WHERE key <> '' AND valid_to IS NULL;
CREATE INDEX memories_by_change ON memories (scope, scope_id, updated_at, id);
CREATE INDEX memories_by_successor ON memories (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX memory_links_by_target ON memory_links (to_id);
CREATE INDEX memory_revisions_by_time ON memory_revisions (scope, scope_id, valid_from, valid_to);
CREATE INDEX memory_archive_by_time ON memory_archive (forgotten_at);
CREATE INDEX digests_by_session ON digests (session_id, type, id);
CREATE INDEX model_calls_by_time ON model_calls (reserved_at);
CREATE INDEX model_calls_by_session ON model_calls (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX consolidations_by_project ON consolidations (project_id, at, id);
CREATE INDEX consolidations_undone ON consolidations (undone_at) WHERE undone_at IS NOT NULL;
CREATE INDEX memories_standing ON memories (scope, scope_id, importance, id)
  WHERE (kind = 'rule' OR pinned = 1) AND valid_to IS NULL;
CREATE INDEX lifecycle_deliveries_waiting ON lifecycle_deliveries (subscriber, session_id, sequence)
  WHERE status = 'pending';
CREATE INDEX lifecycle_deliveries_by_event ON lifecycle_deliveries (event_id);
CREATE INDEX lifecycle_deliveries_by_time ON lifecycle_deliveries (updated_at);
CREATE INDEX memories_with_commit ON memories (id)
  WHERE git_commit IS NOT NULL AND files <> '[]' AND scope = 'project' AND valid_to IS NULL;
CREATE INDEX project_merges_by_target ON project_merges (into_id);
CREATE INDEX changes_of_memories ON changes (sequence) WHERE subject = 'memory';
CREATE INDEX foreign_tool_events ON tool_events (session_id) WHERE is_foreign = 1;
CREATE INDEX events_by_turn ON events (turn_id) WHERE turn_id IS NOT NULL;
CREATE INDEX tool_events_by_input ON tool_events (input_hash);
CREATE INDEX tool_events_by_output ON tool_events (output_hash);
CREATE INDEX lifecycle_events_by_session ON lifecycle_events (session_id);
CREATE INDEX memories_by_age ON memories (scope, updated_at);
CREATE INDEX changes_by_subject ON changes (subject, id, sequence);
CREATE INDEX changes_removed ON changes (sequence) WHERE kind = 'removed';
CREATE INDEX proposals_about ON proposals (memory_id) WHERE memory_id IS NOT NULL;
CREATE INDEX memories_newest ON memories (standing, updated_at, id) WHERE valid_to IS NULL;
CREATE INDEX memories_by_importance ON memories (scope, scope_id, importance, updated_at, id)
  WHERE valid_to IS NULL AND standing = 'memory';
CREATE INDEX memories_learned ON memories (coalesce(confirmed_at, created_at))
  WHERE valid_to IS NULL;
CREATE INDEX failures_by_session ON failures (session_id);
CREATE INDEX failures_by_pass ON failures (passed_by) WHERE passed_by IS NOT NULL;
CREATE INDEX failure_signatures_by_event ON failure_signatures (event_id);
CREATE INDEX failure_checks_by_event ON failure_checks (event_id);
CREATE INDEX failure_checks_by_pass ON failure_checks (passed_by) WHERE passed_by IS NOT NULL;
CREATE INDEX sessions_shared ON sessions (shared_session) WHERE shared_session IS NOT NULL;
CREATE INDEX tool_events_by_use ON tool_events (session_id, tool_use_id)
  WHERE tool_use_id IS NOT NULL;
CREATE INDEX imported_memories_by_item ON imported_memories (source, item);
CREATE INDEX imported_memories_by_memory ON imported_memories (memory_id, at);
CREATE INDEX jobs_by_due ON jobs (status, is_past, run_after, id, kind);
CREATE INDEX promotions_of_project ON promotions (project_id);
CREATE INDEX team_outbox_by_memory ON team_outbox (memory_id, position);
CREATE INDEX team_items_by_memory ON team_items (memory_id);
CREATE INDEX team_items_by_successor ON team_items (successor) WHERE successor IS NOT NULL;
CREATE INDEX team_digests_by_time ON team_digests (ended_at);
CREATE INDEX tool_events_without_use ON tool_events (session_id, tool_name, occurred_at)
  WHERE tool_use_id IS NULL;
CREATE INDEX sessions_leaving ON sessions (leaving_since) WHERE leaving_since IS NOT NULL;
CREATE INDEX injections_by_session ON injections (host, host_session_id, at, id);
CREATE INDEX injections_by_project ON injections (project_id, at);
CREATE INDEX injected_lines_by_memory ON injected_lines (memory_id) WHERE memory_id IS NOT NULL;
CREATE INDEX injected_lines_by_digest ON injected_lines (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX memory_archive_returning ON memory_archive (id) WHERE is_returning = 1;
CREATE INDEX commits_by_project ON commits (project_id, at);
CREATE INDEX search_documents_by_session ON search_documents (session_id, position);
CREATE INDEX search_documents_by_time ON search_documents (at);
CREATE INDEX memory_sources_by_ref ON memory_sources (type, ref);
INSERT INTO change_cursors VALUES ('history-index', 0);
INSERT INTO change_cursors VALUES ('lifecycle', 0);
INSERT INTO change_cursors VALUES ('memory-index', 0);
INSERT INTO change_cursors VALUES ('vectors', 0);
CREATE TRIGGER vectors_without_memory AFTER DELETE ON memories
BEGIN
  DELETE FROM vectors WHERE type = 'memory' AND id = OLD.id;
END;
CREATE TRIGGER vectors_without_turn AFTER DELETE ON turns
BEGIN
  DELETE FROM vectors WHERE type = 'turn' AND id = OLD.id;
END;
CREATE TRIGGER vectors_without_session AFTER DELETE ON sessions
BEGIN
  DELETE FROM vectors WHERE type = 'session' AND id = OLD.id;
END;
CREATE TRIGGER review_changes_without_memory AFTER DELETE ON memories
BEGIN
  UPDATE review_decisions SET applied = NULL, because = NULL
    WHERE (applied IS NOT NULL OR because IS NOT NULL)
    AND EXISTS (SELECT 1 FROM json_each(memory_ids) WHERE value = OLD.id);
END;
CREATE TRIGGER team_without_memory AFTER DELETE ON memories
BEGIN
  UPDATE team_outbox SET payload = NULL WHERE memory_id = OLD.id AND type = 'put';
  DELETE FROM team_shadows WHERE memory_id = OLD.id;
END;
CREATE TRIGGER team_without_digest AFTER DELETE ON digests WHEN OLD.type = 'session'
BEGIN
  UPDATE team_outbox SET payload = NULL WHERE memory_id = OLD.id AND type = 'put';
END;
CREATE TRIGGER vectors_without_commit AFTER DELETE ON commits
BEGIN
  DELETE FROM vectors WHERE type = 'commit' AND id = OLD.id;
END;
CREATE TRIGGER vectors_of_former_commit AFTER UPDATE OF author, message, files ON commits
BEGIN
  DELETE FROM vectors WHERE type = 'commit' AND id = OLD.id;
END;
PRAGMA user_version = 61;

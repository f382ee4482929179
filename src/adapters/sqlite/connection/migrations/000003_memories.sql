-- Durable statements. '' stands for "none" where a column is part of a unique index.
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
  trust         TEXT NOT NULL CHECK (trust IN ('user', 'agent', 'tool')),
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
) STRICT;
CREATE UNIQUE INDEX memories_by_key ON memories (scope, scope_id, key)
  WHERE key <> '' AND valid_to IS NULL;
CREATE UNIQUE INDEX memories_by_content ON memories (scope, scope_id, content_hash)
  WHERE key = '' AND valid_to IS NULL;
CREATE INDEX memories_with_key_by_content ON memories (scope, scope_id, content_hash)
  WHERE key <> '' AND valid_to IS NULL;
CREATE INDEX memories_by_change ON memories (scope, scope_id, updated_at, id);
CREATE INDEX memories_by_successor ON memories (superseded_by) WHERE superseded_by IS NOT NULL;

-- What a memory was learned from.
CREATE TABLE memory_sources (
  memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  type      TEXT NOT NULL CHECK (type IN ('turn', 'tool-event', 'session', 'file', 'manual')),
  ref       TEXT NOT NULL,
  PRIMARY KEY (memory_id, type, ref)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_sources_by_ref ON memory_sources (type, ref);

CREATE TABLE memory_links (
  from_id    TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  to_id      TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  relation   TEXT NOT NULL CHECK (relation IN ('supersedes', 'contradicts', 'relates', 'derived-from')),
  created_at TEXT NOT NULL,
  PRIMARY KEY (from_id, to_id, relation),
  CHECK (from_id <> to_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_links_by_target ON memory_links (to_id);

-- What a memory said before, and from when to when.
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
CREATE INDEX memory_revisions_by_time ON memory_revisions (scope, scope_id, valid_from, valid_to);

-- Forgotten memories, to undo that; emptied after 30 days.
CREATE TABLE memory_archive (
  id           TEXT PRIMARY KEY,
  scope        TEXT NOT NULL,
  scope_id     TEXT NOT NULL,
  forgotten_at TEXT NOT NULL,
  snapshot     TEXT NOT NULL -- JSON: the memory, its sources, links, revisions
) STRICT;
CREATE INDEX memory_archive_by_time ON memory_archive (forgotten_at);

-- That a memory was forgotten, and nothing of what it said.
CREATE TABLE memory_tombstones (
  id           TEXT PRIMARY KEY,
  scope        TEXT NOT NULL,
  scope_id     TEXT NOT NULL,
  forgotten_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

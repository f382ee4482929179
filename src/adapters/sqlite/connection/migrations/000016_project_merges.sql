-- Projects that became part of another, and what was theirs, so that they can be taken out again.
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
CREATE INDEX project_merges_by_target ON project_merges (into_id);

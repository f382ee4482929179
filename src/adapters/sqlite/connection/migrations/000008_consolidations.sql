-- What consolidation did, so that it can be undone; nothing of what the memories say.
CREATE TABLE consolidations (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL DEFAULT '', -- '' when it went over every project
  at         TEXT NOT NULL,
  actions    TEXT NOT NULL, -- JSON: ids and versions of memories
  undone_at  TEXT
) STRICT;
CREATE INDEX consolidations_by_project ON consolidations (project_id, at, id);
CREATE INDEX consolidations_undone ON consolidations (undone_at) WHERE undone_at IS NOT NULL;

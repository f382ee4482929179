-- Without foreign keys: a table is replaced that others refer to.
-- Commits that give a reason, read from the repositories of projects.
CREATE TABLE commits (
  id         TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  hash       TEXT NOT NULL,
  author     TEXT NOT NULL,
  at         TEXT NOT NULL,
  message    TEXT NOT NULL,
  files      TEXT NOT NULL -- JSON
) STRICT;
CREATE INDEX commits_by_project ON commits (project_id, at);
-- Up to where each history was read.
CREATE TABLE commit_tips (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  hash       TEXT NOT NULL,
  at         TEXT NOT NULL,
  PRIMARY KEY (project_id, hash)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER vectors_without_commit AFTER DELETE ON commits
BEGIN
  DELETE FROM vectors WHERE type = 'commit' AND id = OLD.id;
END;
CREATE TRIGGER vectors_of_former_commit AFTER UPDATE ON commits
BEGIN
  DELETE FROM vectors WHERE type = 'commit' AND id = OLD.id;
END;

-- With the type `commit`.
CREATE TABLE new_search_documents (
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
INSERT INTO new_search_documents SELECT * FROM search_documents;
DROP TABLE search_documents;
ALTER TABLE new_search_documents RENAME TO search_documents;
CREATE INDEX search_documents_by_session ON search_documents (session_id, position);
CREATE INDEX search_documents_by_time ON search_documents (at);

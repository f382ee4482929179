-- Commits by which a folder that says it is a project is known to share its history. They stay with
-- the project that learned them, also when it became part of another: project_merges says of which.
CREATE TABLE project_commits (
  project_id TEXT NOT NULL,
  commit_id  TEXT NOT NULL,
  PRIMARY KEY (project_id, commit_id)
) STRICT;

-- Files that a session wrote whose origin matters when they are read later, as JSON: downloads, scripts
-- that fetch, and the agent's own files outside the project.
ALTER TABLE sessions ADD COLUMN written_files TEXT;

-- A session that is too old is first marked; it is deleted 30 days after that. Restoring it clears
-- the mark and renews the session.
ALTER TABLE sessions ADD COLUMN leaving_since TEXT;
ALTER TABLE sessions ADD COLUMN kept_at TEXT;
CREATE INDEX sessions_leaving ON sessions (leaving_since) WHERE leaving_since IS NOT NULL;

-- Retention runs once on each of these days.
ALTER TABLE database_sizes ADD COLUMN was_pruned INTEGER NOT NULL DEFAULT 0;

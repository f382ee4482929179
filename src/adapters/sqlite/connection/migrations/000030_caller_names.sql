-- The names that an orchestrator gave: to several sessions one, and to each agent its own.
ALTER TABLE sessions ADD COLUMN shared_session TEXT;
ALTER TABLE sessions ADD COLUMN agent TEXT;
CREATE INDEX sessions_shared ON sessions (shared_session) WHERE shared_session IS NOT NULL;

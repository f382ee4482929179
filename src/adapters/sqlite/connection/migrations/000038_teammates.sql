-- Whose word a memory is may be a teammate's. The column is replaced, because a table that others refer
-- to cannot be copied with its CHECK changed while foreign keys are on.
ALTER TABLE memories RENAME COLUMN trust TO former_trust;
ALTER TABLE memories ADD COLUMN trust TEXT NOT NULL DEFAULT 'tool'
  CHECK (trust IN ('user', 'agent', 'teammate', 'tool'));
UPDATE memories SET trust = former_trust;
ALTER TABLE memories DROP COLUMN former_trust;

-- The teammate who wrote it: the person's id on the team server, and their name.
ALTER TABLE memories ADD COLUMN author_id TEXT;
ALTER TABLE memories ADD COLUMN author_name TEXT;

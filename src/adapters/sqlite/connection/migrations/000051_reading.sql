-- A model reads whole sessions: how far it has come, and of which turns the final state is stored.
ALTER TABLE extraction_states ADD COLUMN read_through INTEGER NOT NULL DEFAULT 0;
ALTER TABLE extraction_states ADD COLUMN settled_through INTEGER NOT NULL DEFAULT 0;
ALTER TABLE extraction_states ADD COLUMN read_by TEXT;
ALTER TABLE extraction_states DROP COLUMN deep_through;
DROP TABLE extractions;
DELETE FROM jobs WHERE kind = 'extract' AND subject GLOB '*:*';

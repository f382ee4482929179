-- Digests of sessions are shared as memories are, with a type of their own. A removal says by its kind
-- what it removed, so that clients who know no digests get none of it.
ALTER TABLE shared_memories ADD COLUMN kind text NOT NULL DEFAULT 'memory';

-- Every row meets these already, since they permit more than before: no need to read them all.
ALTER TABLE shared_memories
  DROP CONSTRAINT shared_memories_type_check,
  DROP CONSTRAINT shared_memories_check,
  ADD CONSTRAINT shared_memories_kind CHECK (kind IN ('memory', 'digest')) NOT VALID,
  ADD CONSTRAINT shared_memories_type CHECK (type IN (kind, 'forgotten', 'withdrawn')) NOT VALID,
  ADD CONSTRAINT shared_memories_text CHECK ((type = kind) = (text IS NOT NULL)) NOT VALID;

CREATE INDEX shared_digests ON shared_memories (organisation_id, project_id, sequence)
  WHERE type = 'digest';
CREATE INDEX shared_digests_by_creator ON shared_memories (organisation_id, creator_id, project_id)
  WHERE type = 'digest';

-- Whose memories count on every machine without a personal approval. The newest decision holds.
CREATE TABLE approval_policies (
  organisation_id uuid NOT NULL REFERENCES organisations (id),
  version bigint NOT NULL,
  approve text NOT NULL CHECK (approve IN ('nobody', 'members', 'named')),
  people uuid[] NOT NULL, -- those who are named
  decided_by uuid NOT NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, version),
  FOREIGN KEY (organisation_id, decided_by) REFERENCES people
);
SELECT guard_table('approval_policies', 'SELECT, INSERT');

-- When the first memory of a person reached the team.
ALTER TABLE people ADD COLUMN first_shared_at timestamptz;
UPDATE people p SET first_shared_at = joined_at WHERE EXISTS (SELECT FROM shared_memories m
  WHERE m.organisation_id = p.organisation_id AND m.creator_id = p.id);
CREATE INDEX people_by_first_share ON people (organisation_id, first_shared_at)
  WHERE first_shared_at IS NOT NULL;

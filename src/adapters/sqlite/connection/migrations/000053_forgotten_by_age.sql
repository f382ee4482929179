-- Earlier versions forgot a project's memories that nobody changed or used for 90 days. Upkeep
-- restores those; what a person dropped in review stays forgotten.
ALTER TABLE memory_archive ADD COLUMN is_returning INTEGER NOT NULL DEFAULT 0;
UPDATE memory_archive SET is_returning = 1
WHERE scope = 'project'
  AND coalesce(snapshot ->> '$.memory.standing', 'memory') = 'memory'
  AND NOT coalesce(snapshot ->> '$.memory.pinned', 0)
  AND snapshot ->> '$.memory.kind' NOT IN ('preference', 'correction')
  AND snapshot ->> '$.memory.validTo' IS NULL
  AND max(snapshot ->> '$.memory.updatedAt', coalesce(snapshot ->> '$.memory.lastUsedAt', ''))
    < strftime('%Y-%m-%dT%H:%M:%fZ', forgotten_at, '-90 days')
  AND id NOT IN (SELECT dropped FROM review_decisions WHERE dropped IS NOT NULL)
  AND id NOT IN (SELECT memory_id FROM proposals WHERE action = 'forget' AND decided_at IS NOT NULL
    AND memory_id IS NOT NULL);
CREATE INDEX memory_archive_returning ON memory_archive (id) WHERE is_returning = 1;

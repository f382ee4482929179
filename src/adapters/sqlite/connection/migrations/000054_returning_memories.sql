-- What age may have taken: upkeep looks at it once, knowing the limits of the time. What a person
-- dropped in review stays forgotten.
UPDATE memory_archive SET is_returning = 1
WHERE scope <> 'session'
  AND coalesce(snapshot ->> '$.memory.standing', 'memory') = 'memory'
  AND NOT coalesce(snapshot ->> '$.memory.pinned', 0)
  AND snapshot ->> '$.memory.kind' NOT IN ('preference', 'correction')
  AND snapshot ->> '$.memory.validTo' IS NULL
  AND id NOT IN (SELECT dropped FROM review_decisions WHERE dropped IS NOT NULL)
  AND id NOT IN (SELECT memory_id FROM proposals WHERE action = 'forget' AND decided_at IS NOT NULL
    AND memory_id IS NOT NULL);

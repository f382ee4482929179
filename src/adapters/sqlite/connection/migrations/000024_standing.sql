-- Whether a memory holds, or was only heard by a program; and what confirmed it.
ALTER TABLE memories ADD COLUMN standing TEXT NOT NULL DEFAULT 'memory'
  CHECK (standing IN ('candidate', 'memory'));
ALTER TABLE memories ADD COLUMN confirmation TEXT;
ALTER TABLE memories ADD COLUMN confirmed_at TEXT;

-- What the local judge derived is a candidate until someone confirms it. A key, a pin, a decision in
-- review and another wording or kind than before are a person's doing.
UPDATE memories SET standing = 'candidate'
WHERE source = 'heuristic' AND pinned = 0 AND key = ''
  AND NOT EXISTS (SELECT 1 FROM memory_revisions WHERE memory_id = memories.id
    AND (json_extract(snapshot, '$.content') <> memories.content
      OR json_extract(snapshot, '$.kind') <> memories.kind))
  AND id NOT IN (SELECT value FROM review_decisions, json_each(memory_ids)
    WHERE decision IN ('accept', 'keep', 'merge'));
UPDATE memories SET confirmed_at = created_at, confirmation = CASE source
    WHEN 'heuristic' THEN 'reviewed' WHEN 'model' THEN 'judged' ELSE 'stored' END
  WHERE standing = 'memory';

-- Former and forgotten versions too: they can be read and restored.
UPDATE memory_revisions SET snapshot = json_set(snapshot, '$.standing',
  iif(json_extract(snapshot, '$.source') = 'heuristic', 'candidate', 'memory'));
UPDATE memory_archive SET snapshot = json_set(snapshot,
  '$.memory.standing',
  iif(json_extract(snapshot, '$.memory.source') = 'heuristic', 'candidate', 'memory'),
  '$.revisions',
  json((SELECT json_group_array(json_set(value, '$.memory.standing',
    iif(json_extract(value, '$.memory.source') = 'heuristic', 'candidate', 'memory')))
    FROM json_each(snapshot, '$.revisions'))),
  '$.along',
  json((SELECT json_group_array(json_set(value, '$.memory.standing',
    iif(json_extract(value, '$.memory.source') = 'heuristic', 'candidate', 'memory')))
    FROM json_each(snapshot, '$.along'))));

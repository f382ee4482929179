-- Why two memories that contradict each other both hold, in the user's words.
ALTER TABLE review_decisions ADD COLUMN because TEXT;

-- The words go with the memories.
DROP TRIGGER review_changes_without_memory;
CREATE TRIGGER review_changes_without_memory AFTER DELETE ON memories
BEGIN
  UPDATE review_decisions SET applied = NULL, because = NULL
    WHERE (applied IS NOT NULL OR because IS NOT NULL)
    AND EXISTS (SELECT 1 FROM json_each(memory_ids) WHERE value = OLD.id);
END;

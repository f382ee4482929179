-- Changes that wait for the user. They hold text, so they are erased with the memory they are about.
CREATE TABLE proposals (
  id             TEXT PRIMARY KEY,
  key            TEXT NOT NULL UNIQUE, -- of what is proposed
  action         TEXT NOT NULL,
  memory_id      TEXT,
  memory_version INTEGER,
  evidence       TEXT NOT NULL, -- JSON: ids of memories
  wanted         TEXT NOT NULL, -- JSON
  proposer       TEXT NOT NULL, -- JSON
  project_id     TEXT,
  created_at     TEXT NOT NULL,
  decided_at     TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX proposals_about ON proposals (memory_id) WHERE memory_id IS NOT NULL;

-- A proposal can be accepted, and what that changed is recorded as a merge is.
DROP TRIGGER review_merges_without_memory;
ALTER TABLE review_decisions RENAME TO former_decisions;
CREATE TABLE review_decisions (
  id         TEXT PRIMARY KEY,
  key        TEXT NOT NULL UNIQUE, -- of the item: its kind, its memories and their versions
  kind       TEXT NOT NULL,
  decision   TEXT NOT NULL,
  memory_ids TEXT NOT NULL, -- JSON
  dropped    TEXT,          -- id of the memory that was forgotten
  applied    TEXT,          -- JSON: how to take it back
  at         TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO review_decisions SELECT * FROM former_decisions;
DROP TABLE former_decisions;

-- What a change passed on may name files, so it goes with the memories.
CREATE TRIGGER review_changes_without_memory AFTER DELETE ON memories
BEGIN
  UPDATE review_decisions SET applied = NULL WHERE applied IS NOT NULL
    AND EXISTS (SELECT 1 FROM json_each(memory_ids) WHERE value = OLD.id);
END;

-- What was decided in review; nothing of what the memories say.
CREATE TABLE review_decisions (
  id         TEXT PRIMARY KEY,
  key        TEXT NOT NULL UNIQUE, -- of the item: its kind, its memories and their versions
  kind       TEXT NOT NULL,
  decision   TEXT NOT NULL CHECK (decision IN ('keep', 'merge', 'drop')),
  memory_ids TEXT NOT NULL, -- JSON
  dropped    TEXT,          -- id of the memory that was forgotten
  merged     TEXT,          -- JSON: how to take a merge apart
  at         TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What a merge passed on may name files, so it goes with the memories.
CREATE TRIGGER review_merges_without_memory AFTER DELETE ON memories
BEGIN
  UPDATE review_decisions SET merged = NULL WHERE merged IS NOT NULL
    AND EXISTS (SELECT 1 FROM json_each(memory_ids) WHERE value = OLD.id);
END;

-- Derived: what became of the files a memory names since its commit.
CREATE TABLE file_checks (
  memory_id  TEXT PRIMARY KEY REFERENCES memories (id) ON DELETE CASCADE,
  version    INTEGER NOT NULL,
  changes    TEXT NOT NULL, -- JSON: those that are gone or rewritten
  checked_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX memories_with_commit ON memories (id)
  WHERE git_commit IS NOT NULL AND files <> '[]' AND scope = 'project' AND valid_to IS NULL;

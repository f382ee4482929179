-- Whether a commit was looked at for a decision that becomes a candidate.
ALTER TABLE commits ADD COLUMN is_considered INTEGER NOT NULL DEFAULT 0;
DROP TRIGGER vectors_of_former_commit;
CREATE TRIGGER vectors_of_former_commit AFTER UPDATE OF author, message, files ON commits
BEGIN
  DELETE FROM vectors WHERE type = 'commit' AND id = OLD.id;
END;

-- With the source type `commit`.
CREATE TABLE new_memory_sources (
  memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  type      TEXT NOT NULL
    CHECK (type IN ('turn', 'tool-event', 'session', 'file', 'commit', 'manual', 'import')),
  ref       TEXT NOT NULL,
  PRIMARY KEY (memory_id, type, ref)
) STRICT, WITHOUT ROWID;
INSERT INTO new_memory_sources SELECT memory_id, type, ref FROM memory_sources;
DROP TABLE memory_sources;
ALTER TABLE new_memory_sources RENAME TO memory_sources;
CREATE INDEX memory_sources_by_ref ON memory_sources (type, ref);

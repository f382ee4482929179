-- Which memory another tool's memory became, so that a second import changes it instead of repeating
-- it, and does not bring back what was forgotten. Foreign ids and items are hashes.
CREATE TABLE imported_memories (
  source       TEXT NOT NULL,
  foreign_id   TEXT NOT NULL,
  item         TEXT NOT NULL,
  memory_id    TEXT NOT NULL, -- stays when the memory is forgotten
  is_own       INTEGER NOT NULL,
  fingerprint  TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  at           TEXT NOT NULL,
  PRIMARY KEY (source, foreign_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX imported_memories_by_item ON imported_memories (source, item);
CREATE INDEX imported_memories_by_memory ON imported_memories (memory_id, at);

-- With the source type `import`: the memory of another tool.
CREATE TABLE new_memory_sources (
  memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  type      TEXT NOT NULL
    CHECK (type IN ('turn', 'tool-event', 'session', 'file', 'manual', 'import')),
  ref       TEXT NOT NULL,
  PRIMARY KEY (memory_id, type, ref)
) STRICT, WITHOUT ROWID;
INSERT INTO new_memory_sources SELECT memory_id, type, ref FROM memory_sources;
DROP TABLE memory_sources;
ALTER TABLE new_memory_sources RENAME TO memory_sources;
CREATE INDEX memory_sources_by_ref ON memory_sources (type, ref);

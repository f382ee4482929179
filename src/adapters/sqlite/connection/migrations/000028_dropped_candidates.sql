-- What a person dropped is not learned again. Hashes of its words, in order, and nothing it said.
CREATE TABLE dropped_candidates (
  memory_id TEXT PRIMARY KEY,
  words     TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;

CREATE INDEX memories_learned ON memories (coalesce(confirmed_at, created_at))
  WHERE valid_to IS NULL;

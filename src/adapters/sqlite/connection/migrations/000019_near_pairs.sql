-- Derived: which memories say nearly the same, so that the review queue opens at once. Ids only.
CREATE TABLE near_pairs (
  project_id TEXT PRIMARY KEY, -- '' for the queue of all projects
  basis      TEXT NOT NULL,    -- hash of the memories that were compared
  pairs      TEXT NOT NULL     -- JSON
) STRICT, WITHOUT ROWID;

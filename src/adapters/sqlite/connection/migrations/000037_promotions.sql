-- Which memories are in the project's own documents. A row outlives its memory, so that what was
-- written can be taken out again.
CREATE TABLE promotions (
  memory_id    TEXT PRIMARY KEY,
  project_id   TEXT NOT NULL,
  file         TEXT NOT NULL, -- relative to the project's folder
  part         TEXT NOT NULL, -- line: of the block in an instruction file; file: the whole file
  hash         TEXT NOT NULL, -- of what was written
  content_hash TEXT NOT NULL, -- of what the memory said then
  at           TEXT NOT NULL,
  state        TEXT NOT NULL  -- held, edited: not as written any more, withdrawn
) STRICT, WITHOUT ROWID;
CREATE INDEX promotions_of_project ON promotions (project_id);

-- Rules that the user lets ask or refuse before a tool runs. Complete without the memory: only the
-- user changes a guard. Never in a bundle or sync.
CREATE TABLE guards (
  memory_id  TEXT PRIMARY KEY,
  scope      TEXT NOT NULL,
  scope_id   TEXT NOT NULL,
  content    TEXT NOT NULL,
  level      TEXT NOT NULL CHECK (level IN ('off', 'note', 'ask', 'block')),
  patterns   TEXT NOT NULL, -- JSON
  exceptions TEXT NOT NULL, -- JSON
  set_at     TEXT NOT NULL,
  fired      INTEGER NOT NULL DEFAULT 0,
  last_at    TEXT,
  last_host  TEXT,
  last_call  TEXT -- JSON
) STRICT, WITHOUT ROWID;

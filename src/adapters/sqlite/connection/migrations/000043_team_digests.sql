-- Digests of sessions, shared with the team where that is switched on. An item or operation with the kind
-- 'digest' has the id of its session. The table is replaced to change its CHECK.
CREATE TABLE team_items_of_kinds (
  project    TEXT NOT NULL,
  memory_id  TEXT NOT NULL,
  kind       TEXT NOT NULL DEFAULT 'memory' CHECK (kind IN ('memory', 'digest')),
  version    INTEGER NOT NULL, -- the server's; 0 if it has none
  type       TEXT NOT NULL CHECK (type IN (kind, 'forgotten', 'withdrawn')),
  text_hash  TEXT NOT NULL, -- '' if unknown
  author_id  TEXT,
  state      TEXT NOT NULL CHECK (state IN ('synced', 'local-only', 'hidden')),
  successor  TEXT, -- the memory that replaces it, once that is here
  origin     TEXT, -- JSON
  hour_count INTEGER, -- how many of its author had arrived in that hour
  PRIMARY KEY (project, memory_id)
) STRICT, WITHOUT ROWID;
INSERT INTO team_items_of_kinds
  SELECT project, memory_id, 'memory', version, type, text_hash, author_id, state, successor, origin,
    hour_count FROM team_items;
DROP TABLE team_items;
ALTER TABLE team_items_of_kinds RENAME TO team_items;
CREATE INDEX team_items_by_memory ON team_items (memory_id);
CREATE INDEX team_items_by_successor ON team_items (successor) WHERE successor IS NOT NULL;

ALTER TABLE team_outbox ADD COLUMN kind TEXT NOT NULL DEFAULT 'memory';
ALTER TABLE team_projects ADD COLUMN shares_digests INTEGER NOT NULL DEFAULT 0;

-- Digests of sessions that are not on this machine.
CREATE TABLE team_digests (
  project     TEXT NOT NULL,
  id          TEXT NOT NULL,
  author_id   TEXT NOT NULL,
  author_name TEXT NOT NULL,
  ended_at    TEXT NOT NULL,
  text        TEXT NOT NULL, -- JSON
  PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_digests_by_time ON team_digests (ended_at);

-- Nothing of a deleted digest waits here. That it may have been sent stays known.
CREATE TRIGGER team_without_digest AFTER DELETE ON digests WHEN OLD.type = 'session'
BEGIN
  UPDATE team_outbox SET payload = NULL WHERE memory_id = OLD.id AND type = 'put';
END;

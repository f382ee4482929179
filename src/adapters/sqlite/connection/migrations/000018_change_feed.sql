-- What changed, in order. Consumers keep a cursor each and go on from there; at the start of the feed
-- is everything there is.
CREATE TABLE changes (
  sequence INTEGER PRIMARY KEY,
  subject  TEXT NOT NULL,
  id       TEXT NOT NULL,
  version  INTEGER, -- of a memory
  kind     TEXT NOT NULL,
  at       INTEGER NOT NULL -- milliseconds since 1970
) STRICT;
CREATE INDEX changes_of_memories ON changes (sequence) WHERE subject = 'memory';
-- Events and tool events are written once, so nothing has to look for later changes of theirs.
CREATE INDEX changes_by_subject ON changes (subject, id, sequence)
  WHERE subject NOT IN ('event', 'tool-event');

CREATE TABLE change_cursors (
  consumer TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO changes (subject, id, kind, at)
  SELECT 'project', id, 'created', CAST(round(unixepoch(created_at, 'subsec') * 1000) AS INTEGER)
  FROM projects ORDER BY id;
INSERT INTO changes (subject, id, version, kind, at)
  SELECT 'memory', id, version, 'created', CAST(round(unixepoch(updated_at, 'subsec') * 1000) AS INTEGER)
  FROM memories ORDER BY id;
INSERT INTO changes (subject, id, kind, at)
  SELECT 'session', id, 'created', CAST(round(unixepoch(started_at, 'subsec') * 1000) AS INTEGER)
  FROM sessions ORDER BY id;
INSERT INTO changes (subject, id, kind, at)
  SELECT 'turn', id, 'created', CAST(round(unixepoch(started_at, 'subsec') * 1000) AS INTEGER)
  FROM turns ORDER BY id;
INSERT INTO changes (subject, id, kind, at)
  SELECT iif(kind = 'tool', 'tool-event', 'event'), id, 'created',
    CAST(round(unixepoch(occurred_at, 'subsec') * 1000) AS INTEGER)
  FROM events ORDER BY id;
INSERT INTO changes (subject, id, kind, at)
  SELECT 'digest', id, 'created', 0 FROM digests ORDER BY type, id;

-- The index and the vectors have all of it but what waited.
INSERT INTO change_cursors SELECT 'memory-index', coalesce(max(sequence), 0) FROM changes;
INSERT INTO change_cursors SELECT 'history-index', coalesce(max(sequence), 0) FROM changes;
INSERT INTO change_cursors SELECT 'vectors', coalesce(max(sequence), 0) FROM changes;
INSERT INTO changes (subject, id, kind, at) SELECT type, id, 'updated', 0 FROM search_pending
  ORDER BY type, id;
INSERT INTO changes (subject, id, kind, at) SELECT type, id, 'updated', 0 FROM vector_queue
  JOIN search_documents ON search_documents.row = vector_queue.row ORDER BY vector_queue.row;
-- Subscribers are not notified of the past.
INSERT INTO change_cursors SELECT 'lifecycle', coalesce(max(sequence), 0) FROM changes;

DROP TABLE search_pending;
DROP TRIGGER vectors_wait;
DROP TABLE vector_queue;

-- What is known of a memory is read from it when documents are ranked.
ALTER TABLE file_checks ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
UPDATE file_checks SET stale = coalesce(
  (SELECT stale FROM search_documents WHERE type = 'memory' AND id = memory_id), 0);
ALTER TABLE search_documents DROP COLUMN importance;
ALTER TABLE search_documents DROP COLUMN pinned;
ALTER TABLE search_documents DROP COLUMN uses;
ALTER TABLE search_documents DROP COLUMN stale;

-- Files and sessions whose history was imported, so that an import goes on where it was. An item is
-- the hash of its path or id.
CREATE TABLE imported_items (
  source      TEXT NOT NULL,
  item        TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  at          TEXT NOT NULL,
  PRIMARY KEY (source, item)
) STRICT, WITHOUT ROWID;

-- A tool call may have been captured before it is imported, and the reverse.
CREATE INDEX tool_events_by_use ON tool_events (session_id, tool_use_id)
  WHERE tool_use_id IS NOT NULL;

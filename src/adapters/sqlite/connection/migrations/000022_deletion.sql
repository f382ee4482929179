-- Sessions and turns that were deleted, as hashes of what their host calls them: what still arrives of
-- them is dropped.
CREATE TABLE deleted_history (
  hash       BLOB PRIMARY KEY,
  deleted_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What is being deleted, a little at a time. A row that is found later was interrupted: go on with it.
CREATE TABLE deletions (
  session_id    TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  turn_id       TEXT NOT NULL DEFAULT '', -- '' for the whole session
  with_memories INTEGER NOT NULL,
  PRIMARY KEY (session_id, turn_id)
) STRICT, WITHOUT ROWID;

-- The number of the last turn that was deleted; 0 when none was. Its number is not given again, and
-- the host's transcript, which still has it, is not read.
ALTER TABLE sessions ADD COLUMN deleted_through INTEGER NOT NULL DEFAULT 0;

-- Without these, deleting a turn or a payload goes through every event.
CREATE INDEX events_by_turn ON events (turn_id) WHERE turn_id IS NOT NULL;
CREATE INDEX tool_events_by_input ON tool_events (input_hash);
CREATE INDEX tool_events_by_output ON tool_events (output_hash);
CREATE INDEX lifecycle_events_by_session ON lifecycle_events (session_id);
CREATE INDEX memories_by_age ON memories (scope, updated_at);

-- Events and tool events have a second change now: that they were removed.
DROP INDEX changes_by_subject;
CREATE INDEX changes_by_subject ON changes (subject, id, sequence);
CREATE INDEX changes_removed ON changes (sequence) WHERE kind = 'removed';

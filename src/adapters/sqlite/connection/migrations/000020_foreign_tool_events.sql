-- Tool events that brought in text from outside the project. What they said is no statement of the
-- agent's own. Events captured before this migration count as the project's.
ALTER TABLE tool_events ADD COLUMN is_foreign INTEGER NOT NULL DEFAULT 0;
CREATE INDEX foreign_tool_events ON tool_events (session_id) WHERE is_foreign = 1;

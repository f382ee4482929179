-- Some hosts give a tool call an id in their history but not in their hooks, so that a captured
-- call is recognised by its input.
CREATE INDEX tool_events_without_use ON tool_events (session_id, tool_name, occurred_at)
  WHERE tool_use_id IS NULL;

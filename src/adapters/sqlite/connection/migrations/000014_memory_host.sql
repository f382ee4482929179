-- The agent a memory was learned in: it outlives the session that its sources are of.
ALTER TABLE memories ADD COLUMN host TEXT;
UPDATE memories SET host = (
  SELECT host FROM sessions WHERE sessions.id IN (
    SELECT ref FROM memory_sources WHERE memory_id = memories.id AND type = 'session'
    UNION ALL SELECT session_id FROM turns WHERE turns.id IN
      (SELECT ref FROM memory_sources WHERE memory_id = memories.id AND type = 'turn')
    UNION ALL SELECT session_id FROM tool_events WHERE tool_events.id IN
      (SELECT ref FROM memory_sources WHERE memory_id = memories.id AND type = 'tool-event'))
  ORDER BY started_at LIMIT 1);
UPDATE search_documents SET host = (SELECT host FROM memories WHERE memories.id = search_documents.id)
  WHERE type = 'memory';

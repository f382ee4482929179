-- Whose word all of a session is: NULL, or a repository's if the session was read from its files.
ALTER TABLE sessions ADD COLUMN trust TEXT CHECK (trust = 'repository');

-- Aider and SpecStory keep their chats in projects. A session that a hook or the agent's own history
-- knows too is the user's.
UPDATE sessions SET trust = 'repository',
  host_session_id = 'repository ' || coalesce(project_id, '') || ' ' || host_session_id
WHERE host = 'aider'
  OR (EXISTS (SELECT 1 FROM turns WHERE session_id = sessions.id)
    AND NOT EXISTS (SELECT 1 FROM turns WHERE session_id = sessions.id
      AND (host_turn_id IS NULL OR host_turn_id NOT GLOB 'import:export:*')));

DELETE FROM digests WHERE session_id IN (SELECT id FROM sessions WHERE trust IS NOT NULL);
DELETE FROM failures WHERE session_id IN (SELECT id FROM sessions WHERE trust IS NOT NULL);
UPDATE failure_checks SET passed_by = NULL WHERE passed_by IN
  (SELECT id FROM tool_events WHERE session_id IN (SELECT id FROM sessions WHERE trust IS NOT NULL));
UPDATE failures SET passed_by = NULL WHERE passed_by IN
  (SELECT id FROM tool_events WHERE session_id IN (SELECT id FROM sessions WHERE trust IS NOT NULL));

-- What was learned from these sessions alone, unless a person confirmed or changed it.
UPDATE memories SET trust = 'repository', standing = 'candidate', confirmation = NULL,
  confirmed_at = NULL
WHERE pinned = 0 AND key = '' AND coalesce(confirmation, '') NOT IN ('reviewed', 'stored', 'approved')
  AND id IN (SELECT memory_id FROM memory_sources JOIN turns ON turns.id = ref
    JOIN sessions ON sessions.id = session_id WHERE type = 'turn' AND sessions.trust IS NOT NULL)
  AND id NOT IN (SELECT memory_id FROM memory_sources JOIN turns ON turns.id = ref
    JOIN sessions ON sessions.id = session_id WHERE type = 'turn' AND sessions.trust IS NULL);

-- What was imported from files of projects. What the user kept in the same words stays a memory.
UPDATE memories SET trust = 'repository'
WHERE source = 'import' AND scope = 'project' AND (trust = 'tool' OR confirmation = 'reviewed')
  AND EXISTS (SELECT 1 FROM imported_memories WHERE memory_id = memories.id AND is_own = 1
    AND imported_memories.content_hash = lower(hex(memories.content_hash))
    AND imported_memories.source IN ('rules', 'memory-bank', 'claude-memory-compiler'));

-- So that the team and the hook's list of files follow.
INSERT INTO changes (subject, id, version, kind, at)
  SELECT 'memory', id, version, 'updated', unixepoch() * 1000 FROM memories WHERE trust = 'repository';

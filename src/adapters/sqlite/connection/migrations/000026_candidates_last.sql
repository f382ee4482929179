-- Lists show candidates last, and a session that starts gets none.
DROP INDEX memories_newest;
CREATE INDEX memories_newest ON memories (standing, updated_at, id) WHERE valid_to IS NULL;
DROP INDEX memories_by_importance;
CREATE INDEX memories_by_importance ON memories (scope, scope_id, importance, updated_at, id)
  WHERE valid_to IS NULL AND standing = 'memory';

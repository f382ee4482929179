-- A page of the list of all memories: of 100,000, 10 ms in place of a second.
CREATE INDEX memories_newest ON memories (updated_at, id) WHERE valid_to IS NULL;

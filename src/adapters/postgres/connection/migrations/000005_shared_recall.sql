-- Recall of what is shared: the index holds the version of the memory that it was made from, so a
-- document of another version is not found.
ALTER TABLE search_documents ADD COLUMN version bigint;

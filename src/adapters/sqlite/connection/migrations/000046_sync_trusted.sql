-- Whether a machine may change and forget what the user said here. Others propose it.
ALTER TABLE sync_accepted ADD COLUMN is_trusted INTEGER NOT NULL DEFAULT 0;

-- What git had checked out at the last event of a turn.
ALTER TABLE turns ADD COLUMN git_branch TEXT;
ALTER TABLE turns ADD COLUMN git_commit TEXT;

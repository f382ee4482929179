-- Jobs about imported history wait for all others. The runner takes the first of this index.
ALTER TABLE jobs ADD COLUMN is_past INTEGER NOT NULL DEFAULT 0;
DROP INDEX jobs_by_due;
CREATE INDEX jobs_by_due ON jobs (status, is_past, run_after, id, kind);

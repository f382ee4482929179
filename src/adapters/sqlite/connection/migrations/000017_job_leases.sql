-- Who holds the lease: each claim gets a token of its own, and only its holder settles the job.
ALTER TABLE jobs ADD COLUMN lease TEXT;

-- One happening may be delivered twice, by two installations of our hooks: what came within the last
-- seconds is known again, and answered once.
ALTER TABLE sessions RENAME COLUMN last_content_key TO recent_content;
ALTER TABLE injections ADD COLUMN cause TEXT;

-- Earlier versions forgot memories that nobody changed or used for a number of days, which a setting
-- gave for each scope. Upkeep restores those.
ALTER TABLE memory_archive ADD COLUMN is_returning INTEGER NOT NULL DEFAULT 0;
CREATE INDEX memory_archive_returning ON memory_archive (id) WHERE is_returning = 1;

-- Digests are derived: they are made again, now with what was decided.
DELETE FROM digests;

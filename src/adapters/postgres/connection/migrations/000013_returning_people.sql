-- An address may have a new owner by the time it is invited again.

ALTER TABLE invitations ADD COLUMN returns_as uuid;

ALTER TABLE team_connection ADD COLUMN policy TEXT; -- JSON: whose memories count, as the server last said
ALTER TABLE team_people ADD COLUMN revoked_at TEXT; -- not approved here, whatever the policy says
ALTER TABLE team_items ADD COLUMN hour_count INTEGER; -- how many of its author had arrived in that hour

-- Whose word a memory is may be a repository's. The column is replaced to change its CHECK.
ALTER TABLE memories RENAME COLUMN trust TO former_trust;
ALTER TABLE memories ADD COLUMN trust TEXT NOT NULL DEFAULT 'tool'
  CHECK (trust IN ('user', 'agent', 'teammate', 'repository', 'tool'));
UPDATE memories SET trust = iif(former_trust = 'tool' AND source = 'wiki', 'repository', former_trust);
ALTER TABLE memories DROP COLUMN former_trust;
UPDATE proposals SET wanted = json_set(wanted, '$.trust', 'repository')
  WHERE proposer ->> 'reason' = 'from the repository’s wiki' AND wanted ->> 'trust' = 'tool';

/** Background jobs in words. */

const doings: Readonly<Record<string, string>> = {
  'digest-turn': 'Summarising a turn',
  'digest-session': 'Summarising a session',
  extract: 'Extracting memories from a session',
  consolidate: 'Consolidating memories',
  'check-files': 'Checking the files that memories name',
  'follow-memories': "Reading Claude Code's own memory again",
  embed: 'Computing vectors for recall',
  'compile-wiki': 'Writing the wiki',
  'introduce-pages': 'Introducing pages of the wiki',
  prune: 'Deleting old data',
  sync: 'Syncing with the team server',
}

export function describeJob(kind: string): string {
  return doings[kind] ?? kind
}

/** What each kind of background job is about, in plain words. */

const doings: Readonly<Record<string, string>> = {
  'digest-turn': 'Summing up a turn',
  'digest-session': 'Summing up a session',
  extract: 'Looking for memories in a session',
  consolidate: 'Tidying up memories',
  'check-files': 'Looking after files that memories name',
  embed: 'Computing vectors for recall',
  'compile-wiki': 'Writing the wiki',
  prune: 'Clearing away what is old',
  sync: 'Syncing with the team server',
}

export function tellJob(kind: string): string {
  return doings[kind] ?? kind
}

/** What each kind of memory is for, with an example. */
import { type MemoryKind, memoryKinds } from '../../contract/vocabulary.ts'

export const kindMeanings: Readonly<Record<MemoryKind, string>> = {
  preference: 'how the user likes to work',
  correction: 'what the user put right',
  decision: 'a choice, its reason, what was ruled out',
  fact: 'true of the project though no file says so',
  fix: 'what solved an error, with the cause',
  workaround: 'what avoids an error that stays',
  procedure: 'how to build, test, deploy, debug',
  reference: 'where something is kept or described',
  rule: 'what must always or never be done',
}

const examples: Readonly<Record<MemoryKind, string>> = {
  preference: 'Show the plan before editing.',
  correction: 'Use pnpm, not npm: the lockfile is pnpm’s.',
  decision: 'Jobs live in PostgreSQL, not Redis: one thing less to run.',
  fact: 'Staging is reset every Monday.',
  fix: 'EPERM in build: the watcher held dist/; stop it first.',
  workaround: 'Start Vite with --force after a rebase: it serves stale chunks.',
  procedure: 'Release: bump, tag, then run deploy.sh from main.',
  reference: 'API limits are in the wiki under Gateway.',
  rule: 'Never push to main.',
}

/** One line per kind. */
export const kindGuide = [
  'What it is:',
  ...memoryKinds.map((kind) => `${kind}: ${kindMeanings[kind]}. "${examples[kind]}"`),
].join('\n')

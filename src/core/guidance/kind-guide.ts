/** What each kind of memory is for, with an example worth storing and one that is not. */
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

interface KindExamples {
  readonly good: string
  readonly bad: string
}

const examples: Readonly<Record<MemoryKind, KindExamples>> = {
  preference: { good: 'Show the plan before editing.', bad: 'Make it blue.' },
  correction: { good: 'Use pnpm, not npm: the lockfile is pnpm’s.', bad: 'That was wrong.' },
  decision: {
    good: 'Jobs live in PostgreSQL, not Redis: one thing less to run.',
    bad: 'Option 2.',
  },
  fact: { good: 'Staging is reset every Monday.', bad: 'The API is in src/api.' },
  fix: { good: 'EPERM in build: the watcher held dist/; stop it first.', bad: 'Fixed the tests.' },
  workaround: {
    good: 'Start Vite with --force after a rebase: it serves stale chunks.',
    bad: 'Try again.',
  },
  procedure: { good: 'Release: bump, tag, then run deploy.sh from main.', bad: 'Run the tests.' },
  reference: { good: 'API limits are in the wiki under Gateway.', bad: 'See above.' },
  rule: { good: 'Never push to main.', bad: 'Do not touch this file now.' },
}

/** One line a kind. */
export const kindGuide = [
  'What kind of statement it is:',
  ...memoryKinds.map((kind) => {
    const { good, bad } = examples[kind]
    return `${kind}: ${kindMeanings[kind]}. Good: "${good}" Bad: "${bad}"`
  }),
].join('\n')

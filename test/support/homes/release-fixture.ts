/**
 * What a released program stores for its fixture, and what a later one must find again. Earlier
 * fixtures hold it too: add to it, and change nothing.
 */
import { sessionPayloads } from './claude-payloads.ts'
import type { World } from './world.ts'

/** Settings of several types that differ from their defaults. */
export const fixtureSettings = {
  'hook.deadlineMs': '9000',
  disabledProjects: '~/private/**',
  'log.level': 'debug',
  projectMarker: 'no',
}

export const fixtureQuestion = {
  question: 'Which port does the staging database listen on?',
  answer: 'The staging database listens on port 6543',
}

export const forgottenMemory = 'Requests go through the proxy at proxy.example.com'

interface FixtureMemory {
  readonly content: string
  readonly options: readonly string[]
}

const everywhere = ['--scope', 'global']

/** One of each kind, scope and option. */
export const fixtureMemories: readonly FixtureMemory[] = [
  { content: fixtureQuestion.answer, options: ['--kind', 'fact', '--tags', 'staging,database'] },
  { content: forgottenMemory, options: ['--kind', 'fact', '--key', 'old-proxy'] },
  { content: 'Ada wants short commit messages', options: ['--kind', 'preference', ...everywhere] },
  {
    content: 'Amounts are cents as integers, not floats',
    options: ['--kind', 'correction', '--importance', '0.9'],
  },
  {
    content: 'Releases are cut from the branch main',
    options: ['--kind', 'decision', '--key', 'release-branch'],
  },
  {
    content: 'ENOSPC in the watcher goes away with a higher inotify limit',
    options: ['--kind', 'fix', '--file', 'src/watch.ts'],
  },
  {
    content: 'Until the parser is fixed, quote every comma twice',
    options: ['--kind', 'workaround'],
  },
  {
    content: 'To seed the database run make seed, then make check',
    options: ['--kind', 'procedure'],
  },
  {
    content: 'The colours come from docs/palette.md',
    options: ['--kind', 'reference', '--key', 'colours'],
  },
  { content: 'Tests never touch the network', options: ['--kind', 'rule', '--pin'] },
  {
    content: 'The reviewer looks at migrations first',
    options: ['--scope', 'agent', '--agent', 'reviewer'],
  },
]

type SendHook = (event: string, payload: object) => void

/** Heard, but not surely meant to last: a candidate. */
const doubtful =
  "You should use `retry()` from src/http/retry.ts instead of p-retry, but `retry()` doesn't work with streams, we must not use it there."

/** A wish, a failed command and its fix, a candidate, and a question that memory answers. */
export function playFixtureSessions(world: World, send: SendHook): void {
  const first = sessionPayloads('fixture-1', world.project)
  send('SessionStart', first.start())
  send('UserPromptSubmit', first.prompt(1, 'From now on, always run make lint before you commit.'))
  send('PostToolUseFailure', first.toolFailure(1, 'lint', 'make: *** No rule to make target lint'))
  send('PostToolUse', first.toolUse(1, 'setup'))
  send('PostToolUse', first.toolUse(1, 'lint-again'))
  send('Stop', first.stop(1, 'The target was missing until make setup ran. Lint passes now.'))
  send('UserPromptSubmit', first.prompt(2, 'Look at the client.'))
  send('Stop', first.stop(2, 'The client calls `retry()`.'))
  send('UserPromptSubmit', first.prompt(3, doubtful))
  send('Stop', first.stop(3, 'The first attempt consumes the body, so it cannot be sent again.'))
  send('SessionEnd', first.end())
  const second = sessionPayloads('fixture-2', world.project)
  send('SessionStart', second.start())
  send('UserPromptSubmit', second.prompt(1, fixtureQuestion.question))
  send('Stop', second.stop(1, `${fixtureQuestion.answer}.`))
}

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
  subscribers: JSON.stringify([{ name: 'chat', command: ['true'] }]),
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

type SendHook = (event: string, payload: object) => Promise<void>

/** Heard, but not surely meant to last: a candidate. */
const doubtful =
  "You should use `retry()` from src/http/retry.ts instead of p-retry, but `retry()` doesn't work with streams, we must not use it there."

/** A wish, a failed command and its fix, a candidate, and a question that memory answers. */
export async function playFixtureSessions(world: World, send: SendHook): Promise<void> {
  const first = sessionPayloads('fixture-1', world.project)
  await send('SessionStart', first.start())
  await send(
    'UserPromptSubmit',
    first.prompt(1, 'From now on, always run make lint before you commit.'),
  )
  await send(
    'PostToolUseFailure',
    first.toolFailure(1, 'lint', 'make: *** No rule to make target lint'),
  )
  await send('PostToolUse', first.toolUse(1, 'setup'))
  await send('PostToolUse', first.toolUse(1, 'lint-again'))
  await send('Stop', first.stop(1, 'The target was missing until make setup ran. Lint passes now.'))
  await send('UserPromptSubmit', first.prompt(2, 'Look at the client.'))
  await send('Stop', first.stop(2, 'The client calls `retry()`.'))
  await send('UserPromptSubmit', first.prompt(3, doubtful))
  await send(
    'Stop',
    first.stop(3, 'The first attempt consumes the body, so it cannot be sent again.'),
  )
  await send('SessionEnd', first.end())
  const second = sessionPayloads('fixture-2', world.project)
  await send('SessionStart', second.start())
  await send('UserPromptSubmit', second.prompt(1, fixtureQuestion.question))
  await send('Stop', second.stop(1, `${fixtureQuestion.answer}.`))
}

/** A failure that says which one it is, and a session that a model reads. */
export async function playFixtureSessionsWithModel(world: World, send: SendHook): Promise<void> {
  const { start, prompt, toolFailure, toolUse, stop, end } = sessionPayloads(
    'fixture-3',
    world.project,
  )
  const error = "error: cannot open 'exports/widgets_nightly.csv' in writeExport()"
  await send('SessionStart', start())
  await send('UserPromptSubmit', prompt(1, 'Where does the nightly export write to? It failed.'))
  await send('PostToolUseFailure', toolFailure(1, 'export', error))
  await send('PostToolUse', toolUse(1, 'export'))
  await send('Stop', stop(1, 'The nightly export writes to the bucket widgets-exports.'))
  await send('SessionEnd', end())
}

/** What a guard is proposed from and tested on may be anybody's text: none of it takes long to read. */
import { expect, test } from 'vitest'
import { backtest } from '../../src/core/context/guards/backtest.ts'
import { guardPatternsOf } from '../../src/core/context/guards/guard.ts'
import { proposePatterns } from '../../src/core/context/guards/propose.ts'
import type {
  History,
  SessionSummary,
  SpokenTurn,
  TurnSource,
} from '../../src/core/ports/history.ts'

/** Of processor time, which does not pass while the machine does something else. */
async function milliseconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

test('a list that can be read in many ways proposes nothing, in time', async () => {
  const list = `never run ${'a --b o '.repeat(17)}x npm. `
  expect(await milliseconds(() => proposePatterns(list.repeat(9)))).toBeLessThan(1_000)
  expect(proposePatterns('Never run npm --force or yarn.')).toHaveLength(2)
})

test('a command that never ends is read once', async () => {
  const text = 'npm run x '.repeat(3_000)
  expect(await milliseconds(() => guardPatternsOf({ content: text, files: [] }))).toBeLessThan(
    3_000,
  )
})

test('a guard is tested on what the user typed next, not on what a page says in it', async () => {
  const outcomeAfter = async (prompt: string) => {
    const turns = [
      { id: 't1', prompt: 'Install it', origin: 'user' },
      { id: 't2', prompt, origin: 'user' },
    ]
    const tools = [{ toolName: 'Bash', input: { command: 'npm install' } }]
    const history = {
      sessions: async () => [{ id: 's1' } as SessionSummary],
      spokenTurns: async () => turns as SpokenTurn[],
      turns: async () => [{ id: 't1', number: 1, startedAt: '', tools } as unknown as TurnSource],
    } satisfies Pick<History, 'sessions' | 'spokenTurns' | 'turns'>
    const guard = { patterns: [{ command: 'npm' }], exceptions: [] }
    const question = { ...guard, projectId: undefined, learnedFrom: new Set<string>() }
    return (await backtest(question, { history })).turns[0]?.outcome
  }
  expect(await outcomeAfter('Never use npm.')).toBe('corrected')
  expect(await outcomeAfter('Thanks, what does this mean?\n\n> Never use npm.')).toBe('passed')
  const page = `Summarise this page:\n\n${'npm run x and `npm test`, never use npm.\n'.repeat(5_000)}`
  expect(await milliseconds(() => outcomeAfter(page))).toBeLessThan(5_000)
})

import { expect, test } from 'vitest'
import { at, createSamples } from '../../../../test/conformance/samples.ts'
import { sha256 } from '../../../../test/support/core/capture.ts'
import { openContext } from '../../../../test/support/core/context.ts'
import { followFailures } from '../../failures/follow-failures.ts'
import { createContextStatsOperations } from './stats.ts'

const complaint = 'a.go:1:2: repeated `x`, make it a constant (goconst)'

/** Of a session that got a remedy and then made these calls; true are those that run the check. */
async function statsAfter(calls: readonly boolean[]) {
  const { store, ports } = await openContext()
  const samples = createSamples(store)
  const { id } = await samples.addSession({ hostSessionId: 's1', projectId: 'p1' })
  const call = (command: string, outcome: 'ok' | 'failed', number: number) =>
    samples.addToolEvent(id, {
      detail: {
        toolName: 'Bash',
        input: { command },
        output: outcome === 'ok' ? '' : complaint,
        outcome,
        toolUseId: `t${number}`,
      },
    })
  await call('make lint', 'failed', 0)
  for (const [index, isCheck] of calls.entries()) {
    await call(isCheck ? 'make lint' : 'make other', 'ok', index + 1)
  }
  await followFailures(store, sha256)
  const line = { section: 'failure' as const, id, kind: 'digest' as const, trust: 'agent' as const }
  await store.injections.record({
    id: 'i1',
    session: { host: 'claude-code', hostSessionId: 's1' },
    projectId: 'p1',
    event: 'failure',
    source: undefined,
    at: at(9),
    subject: sha256('rule goconst'),
    tokens: 9,
    characters: 30,
    lines: [{ ...line, at: at(1), text: 'failed like this', reason: 'failed before', tokens: 9 }],
  })
  const findProject = async () => ({ id: 'p1' })
  const { getContextStats } = createContextStatsOperations({ ...ports, findProject })
  return getContextStats({ days: 3_660 })
}

test.each([
  ['helped if the check passed within five calls', [false, true, false, false, false], [1, 1]],
  ['did not help if it passed later', [false, false, false, false, false, true], [1, 0]],
  ['is not judged before five calls', [false, false], [0, 0]],
])('a remedy %s', async (_, calls, [followed, helped]) => {
  const { moments } = await statsAfter(calls)
  expect(moments).toMatchObject([{ moment: 'failure', host: 'claude-code', followed, helped }])
})

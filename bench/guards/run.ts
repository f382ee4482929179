/**
 * The guards that the labels of real sessions would get: for every rule or correction that names a
 * command or path, what is proposed, and what it would have done in the project's later sessions.
 */
import { describePatterns } from '../../src/contract/guard-text.ts'
import { type Backtest, backtest } from '../../src/core/context/guards/backtest.ts'
import { guardPatternsOf } from '../../src/core/context/guards/guard.ts'
import { proposePatterns } from '../../src/core/context/guards/propose.ts'
import type { GuardPattern } from '../../src/core/ports/guard-store.ts'
import type { History, SessionSummary } from '../../src/core/ports/history.ts'
import type { BenchOptions } from '../options.ts'
import { type Item, type LabelledSession, readSources, startOf } from '../real-sessions/data.ts'
import { findProjectRoot } from '../real-sessions/project-root.ts'
import { formatTable } from '../statistics.ts'

export interface GuardsOptions extends BenchOptions {
  readonly data: string
  readonly labels: string
  /** Only the sources whose name contains it. */
  readonly source: string | undefined
  /** Also list every turn in which a guard would have fired. */
  readonly misses: boolean
}

interface TestedLabel {
  readonly source: string
  readonly session: string
  readonly item: Item
  /** What may ask or block; empty for a text that only names something. */
  readonly proposed: readonly GuardPattern[]
  readonly held: Backtest
  /** What is noted by default. */
  readonly named: readonly GuardPattern[]
  readonly noted: Backtest
}

export async function run({ data, labels, source = '', misses, json }: GuardsOptions) {
  const tested: TestedLabel[] = []
  for (const { name, sessions } of readSources(data, labels)) {
    if (!name.includes(source)) continue
    for (const [at, session] of sessions.entries()) {
      for (const item of session.items) {
        if (!['rule', 'correction'].includes(item.kind)) continue
        const named = guardPatternsOf({ content: item.text, files: [] })
        const proposed = proposePatterns(item.text)
        if (named.length + proposed.length === 0) continue
        const after = sessions.slice(at + 1)
        const facts = { source: name, session: session.id, item, proposed, named }
        const [held, noted] = [await testOn(after, proposed), await testOn(after, named)]
        tested.push({ ...facts, held, noted })
      }
    }
  }
  process.stdout.write(json ? `${JSON.stringify(tested, null, 2)}\n` : present(tested))
  if (misses) process.stdout.write(`\n${tested.flatMap(listTurns).join('\n')}\n`)
}

const testOn = (sessions: readonly LabelledSession[], patterns: readonly GuardPattern[]) =>
  backtest(
    { patterns, exceptions: [], projectId: undefined, learnedFrom: new Set() },
    { history: historyOf(sessions) },
  )

/** The recorded sessions as the product would have captured them. */
function historyOf(
  sessions: readonly LabelledSession[],
): Pick<History, 'sessions' | 'spokenTurns' | 'turns'> {
  const byId = new Map(sessions.map((session) => [session.id, session]))
  const nameOf = (session: string, turn: number) => `${session} ${turn}`
  const turnsOf = (id: string) => byId.get(id)?.turns ?? []
  return {
    sessions: async ({ limit, offset }) =>
      sessions.slice(offset, offset + limit).map(({ id }) => ({ id }) as SessionSummary),
    spokenTurns: async (id) =>
      turnsOf(id).map(({ prompt, answer, auto }, at) => ({
        id: nameOf(id, at + 1),
        prompt,
        origin: auto ? ('notification' as const) : ('user' as const),
        answer: answer ?? undefined,
      })),
    turns: async (ids) =>
      ids.flatMap((name) => {
        const [id = '', number = ''] = name.split(' ')
        const session = byId.get(id)
        const turn = turnsOf(id)[Number(number) - 1]
        if (!session || !turn) return []
        const tools = turn.actions.map(({ tool, input }) => ({ toolName: tool, input }))
        const facts = { id: name, number: Number(number), prompt: turn.prompt, answer: undefined }
        const place = { projectId: undefined, host: '', branch: undefined, sessionId: id }
        const startedAt = turn.at ?? new Date(startOf(session)).toISOString()
        return [{ ...facts, ...place, cwd: findProjectRoot(session), startedAt, tools }]
      }),
  }
}

function present(tested: readonly TestedLabel[]): string {
  const rows = tested.map(({ source, proposed, named, held, noted }) => [
    source,
    describePatterns(named).slice(0, 40),
    proposed.length === 0 ? 'none' : describePatterns(proposed).slice(0, 40),
    String(held.sessions),
    ...[held, noted].map(countsOf),
  ])
  const head = ['project', 'named', 'proposed', 'later sessions', 'held back', 'noted']
  const sum = (test: 'held' | 'noted', name: 'fired' | 'corrected' | 'passed') =>
    tested.reduce((total, each) => total + each[test][name], 0)
  const totals = (['held', 'noted'] as const).map((test) => {
    const count = tested.filter((each) => test === 'noted' || each.proposed.length > 0).length
    const fired = (['fired', 'corrected', 'passed'] as const).map((name) => sum(test, name))
    return [test, ...[count, ...fired].map(String)]
  })
  const heads = ['', 'guards', 'turns fired', 'corrected', 'let pass']
  return `${formatTable([head, ...rows])}\n${formatTable([heads, ...totals])}`
}

const countsOf = ({ fired, corrected, passed }: Backtest) =>
  fired === 0 ? '0' : `${fired}: ${corrected} corrected, ${passed} passed`

function listTurns({ item, proposed, named, held, noted }: TestedLabel): string[] {
  const list = (what: string, patterns: readonly GuardPattern[], { turns }: Backtest) => [
    `  ${what} on ${describePatterns(patterns)}`,
    ...turns.map(
      ({ session, number, call, outcome }) =>
        `    ${session} turn ${number}: ${describePatterns([call])} (${outcome})`,
    ),
  ]
  const holds = proposed.length === 0 ? [] : list('held back', proposed, held)
  return [`${item.kind}: ${item.text}`, ...holds, ...list('noted', named, noted)]
}

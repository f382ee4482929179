/**
 * What a guard would have done in captured history: the turns in which it would have fired, and
 * whether the user corrected the agent afterwards or let it pass.
 */
import type { OutputOf } from '../../../contract/operations/index.ts'
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type { History, SessionSummary, SpokenTurn, TurnSource } from '../../ports/history.ts'
import { ownWords } from '../../provenance/prompt-parts.ts'
import { type Firing, findMatch, guardPatternsOf, type Match, patternFor } from './guard.ts'
import { type CallFacts, factsOf } from './tool-patterns.ts'

export type Backtest = OutputOf<'getGuard'>['backtest']
type TestedTurn = Backtest['turns'][number]

export interface BacktestPorts {
  readonly history: Pick<History, 'sessions' | 'spokenTurns' | 'turns'>
}

export interface BacktestQuestion extends Firing {
  /** Undefined for every project. */
  readonly projectId: string | undefined
  /** Ids of the turns the memory was learned from: in these the user said it. */
  readonly learnedFrom: ReadonlySet<string>
}

const mostSessions = 1_000
const sessionsAtOnce = 100
const mostShown = 10

export async function backtest(
  { projectId, learnedFrom, ...guard }: BacktestQuestion,
  { history }: BacktestPorts,
): Promise<Backtest> {
  const found: TestedTurn[] = []
  let sessions = 0
  for (;;) {
    const limit = Math.min(sessionsAtOnce, mostSessions + 1 - sessions)
    const page = await history.sessions({ projectId, limit, offset: sessions })
    for (const session of page.slice(0, mostSessions - sessions)) {
      found.push(...(await testSession(session, guard, learnedFrom, history)))
      await yieldToEventLoop()
    }
    sessions += page.length
    if (page.length < limit || sessions > mostSessions) break
  }
  const isAll = sessions <= mostSessions
  const count = (wanted: TestedTurn['outcome']) =>
    found.filter(({ outcome }) => outcome === wanted).length
  return {
    sessions: Math.min(sessions, mostSessions),
    isAll,
    fired: found.length,
    corrected: count('corrected'),
    passed: count('passed'),
    turns: found.toSorted((a, b) => (a.at > b.at ? -1 : 1)).slice(0, mostShown),
  }
}

async function testSession(
  { id }: SessionSummary,
  guard: Firing,
  learnedFrom: ReadonlySet<string>,
  history: BacktestPorts['history'],
): Promise<TestedTurn[]> {
  const spoken = await history.spokenTurns(id)
  const done = new Map((await history.turns(spoken.map((turn) => turn.id))).map((t) => [t.id, t]))
  return spoken.flatMap(({ id: turn }, at) => {
    const source = done.get(turn)
    const match = source && firstMatch(source, guard)
    if (!match) return []
    const { number, startedAt } = source
    const outcome = outcomeOf(spoken.slice(at + 1), match, learnedFrom)
    const call = patternFor(match.part)
    return [{ session: id, turn, number, at: startedAt, call, outcome }]
  })
}

interface TurnMatch extends Match {
  readonly call: CallFacts
}

/** Later calls of the turn would not have come, had the first been held back. */
function firstMatch({ tools, cwd }: TurnSource, guard: Firing): TurnMatch | undefined {
  for (const tool of tools) {
    const call = factsOf(tool, cwd, cwd)
    const match = findMatch(guard, call)
    if (match) return { ...match, call }
  }
  return undefined
}

/** Judged by what the user typed next; a prompt that the host or a program wrote is none. */
function outcomeOf(
  later: readonly SpokenTurn[],
  { call }: TurnMatch,
  learnedFrom: ReadonlySet<string>,
): TestedTurn['outcome'] {
  const next = later.find(({ prompt, origin }) => prompt && origin === 'user')
  if (!next) return 'last'
  return learnedFrom.has(next.id) || objectsTo(next.prompt ?? '', call) ? 'corrected' : 'passed'
}

/** What the user typed forbids what the call did, or begins by objecting. */
function objectsTo(prompt: string, call: CallFacts): boolean {
  const typed = ownWords(prompt).slice(0, mostRead)
  const patterns = guardPatternsOf({ content: typed, files: [] })
  const forbidden = patterns.filter(({ isForbidden }) => isForbidden)
  return findMatch({ patterns: forbidden }, call) !== undefined || objection.test(typed.trim())
}

const mostRead = 8_000

const objection =
  /^(?:(?:no|nope|nein|non|stop|wait|wrong)\b(?! (?:problem|worries|need))|(?:please )?(?:do not|don['’]?t|never|revert|undo)\b|why (?:did|are|do|have|would) you\b|i (?:said|told you|asked you)\b|that['’]?s (?:not|wrong)\b|you (?:should(?: not|n['’]?t)|must(?: not|n['’]?t)|weren['’]?t)\b|не |нет\b|ні\b|não\b|nicht\b)/iu

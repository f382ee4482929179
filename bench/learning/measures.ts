/** The figures of a replay, as the README of the data defines them. */
import { mostUnanswered } from '../../src/core/asks/ask-limits.ts'
import { termsOf } from '../../src/core/memory/normalise-statement.ts'
import { sameness } from '../../src/core/memory/sameness.ts'
import type { Item, Source } from '../real-sessions/data.ts'
import { isAbout, isNearly, mustAt } from '../real-sessions/matching.ts'
import type { AskMade, LearnedMemory, Replay, Start } from '../real-sessions/results.ts'

/** Undefined where there was nothing to divide by. */
export type Figure = number | undefined

export interface Figures {
  readonly 'told.precision': Figure
  readonly 'told.recall': Figure
  readonly 'kept.precision': Figure
  readonly 'kept.recall': Figure
  readonly 'trap.told': Figure
  readonly 'trap.kept': Figure
  /** Of the told memories, the share that says what another one of its project says. */
  readonly twice: Figure
  readonly 'ask.rate': Figure
  readonly 'ask.precision': Figure
  readonly 'ask.coverage': Figure
  /** The same if the agent never answered; then the product stops asking. */
  readonly 'ask.coverage.unanswered': Figure
  /** Needs recorded replies. */
  readonly 'ask.stored.recall'?: Figure
  readonly 'start.lines': Figure
  readonly 'start.tokens': Figure
}

type MemoriesOf = (replay: Replay) => readonly LearnedMemory[]

export function measure(replays: readonly Replay[]): Figures {
  const sum = (count: (replay: Replay) => number) =>
    replays.reduce((total, replay) => total + count(replay), 0)
  const share = (part: (replay: Replay) => number, whole: (replay: Replay) => number) =>
    divide(sum(part), sum(whole))
  const toldOf: MemoriesOf = ({ memories }) => memories.filter(({ isTold }) => isTold)
  const keptOf: MemoriesOf = ({ memories }) => memories
  const precision = (of: MemoriesOf) =>
    share(
      (replay) => of(replay).filter(({ content }) => isWanted(content, replay.source)).length,
      (replay) => of(replay).length,
    )
  const recall = (of: MemoriesOf) =>
    share(
      (replay) => mustItems(replay.source).filter((item) => isIn(item, of(replay))).length,
      ({ source }) => mustItems(source).length,
    )
  const trapped = (of: MemoriesOf) =>
    share(
      (replay) =>
        trapsOf(replay.source).filter((trap) =>
          of(replay).some(({ content }) => isNearly(content, trap)),
        ).length,
      ({ source }) => trapsOf(source).length,
    )
  const lines = (replay: Replay) => laterStarts(replay).flatMap((start) => start.lines).length
  return {
    'told.precision': precision(toldOf),
    'told.recall': recall(toldOf),
    'kept.precision': precision(keptOf),
    'kept.recall': recall(keptOf),
    'trap.told': trapped(toldOf),
    'trap.kept': trapped(keptOf),
    twice: share(
      (replay) => saidTwice(toldOf(replay), replay.source).length,
      (replay) => toldOf(replay).length,
    ),
    'ask.rate': share(({ asks }) => asks.length, humanPrompts),
    'ask.precision': share(
      (replay) => replay.asks.filter((ask) => isWellTimed(ask, replay.source)).length,
      ({ asks }) => asks.length,
    ),
    'ask.coverage': share(coveredItems, ({ source }) => mustItems(source).length),
    'ask.coverage.unanswered': share(
      (replay) => coveredItems({ ...replay, asks: asksUntilGivenUp(replay.asks) }),
      ({ source }) => mustItems(source).length,
    ),
    'start.lines': share(lines, (replay) => laterStarts(replay).length),
    'start.tokens': share(
      (replay) => laterStarts(replay).reduce((total, { tokens }) => total + tokens, 0),
      (replay) => laterStarts(replay).length,
    ),
  }
}

/** Memories about one item of the labels that share most of their words. */
function saidTwice(memories: readonly LearnedMemory[], { sessions }: Source): LearnedMemory[] {
  const items = sessions.flatMap((session) => session.items)
  const read = memories.map((memory) => ({
    memory,
    about: new Set(items.filter((item) => isAbout(memory.content, item))),
    terms: termsOf(memory.content),
  }))
  const isTwin = (one: (typeof read)[number], other: (typeof read)[number]) => {
    if (one === other || ![...one.about].some((item) => other.about.has(item))) return false
    const shared = [...one.terms].filter((term) => other.terms.has(term)).length
    return shared >= sameness.reviewed * Math.min(one.terms.size, other.terms.size)
  }
  return read.filter((one) => read.some((other) => isTwin(one, other))).map(({ memory }) => memory)
}

const mustItems = ({ sessions }: Source) =>
  sessions.flatMap(({ items }) => items.filter(({ grade }) => grade === 'must'))

const trapsOf = ({ sessions }: Source) => sessions.flatMap(({ traps }) => traps)

export const isIn = (item: Item, memories: readonly LearnedMemory[]) =>
  memories.some(({ content }) => isAbout(content, item))

export const isWanted = (text: string, { sessions }: Source) =>
  sessions.some(({ items }) => items.some((item) => isAbout(text, item)))

function humanPrompts({ source }: Pick<Replay, 'source'>): number {
  return source.sessions.flatMap(({ turns }) => turns.filter(({ auto }) => !auto)).length
}

/** Whether an item that must be kept rests on the turn of this ask. */
export function isWellTimed(ask: AskMade, { sessions }: Source): boolean {
  return sessions.some((session) => session.id === ask.session && mustAt(session, ask.turn))
}

export interface MomentFigures {
  readonly asks: number
  readonly precision: Figure
}

/** How well each kind of moment is chosen. */
export function measureMoments(replays: readonly Replay[]): Record<string, MomentFigures> {
  const timed = replays.flatMap(({ asks, source }) =>
    asks.map((ask) => ({ moment: ask.moment, isWell: isWellTimed(ask, source) })),
  )
  const moments = [...Map.groupBy(timed, ({ moment }) => moment)].map(([moment, own]) => {
    const precision = divide(own.filter(({ isWell }) => isWell).length, own.length)
    return [moment, { asks: own.length, precision }] as const
  })
  return Object.fromEntries(moments)
}

function coveredItems({ source, asks }: Replay): number {
  const covered = source.sessions.flatMap(({ id, items }) =>
    items.filter(
      ({ grade, turns }) =>
        grade === 'must' && asks.some((ask) => ask.session === id && turns.includes(ask.turn)),
    ),
  )
  return covered.length
}

/** Exact only while answers decide nothing but when the product gives up. */
function asksUntilGivenUp(asks: readonly AskMade[]): AskMade[] {
  const bySession = [...Map.groupBy(asks, ({ session }) => session).values()]
  return bySession.flatMap((own) => own.slice(0, mostUnanswered))
}

/** There is nothing to give at the first start of a source. */
function laterStarts({ source, starts }: Replay): readonly Start[] {
  return starts.filter(({ session }) => session !== source.sessions[0]?.id)
}

function divide(part: number, whole: number): Figure {
  return whole === 0 ? undefined : part / whole
}

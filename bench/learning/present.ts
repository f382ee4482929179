/** The figures as a table, and what was wrong as lists to read. */
import { formatTable } from '../statistics.ts'
import { isNearly } from './matching.ts'
import {
  type Figure,
  type Figures,
  isIn,
  isWanted,
  type LearnedMemory,
  measure,
  type Replay,
} from './measures.ts'
import { isMet, type Target, targets } from './targets.ts'

export function presentFigures(replays: readonly Replay[]): string {
  const figures = measure(replays)
  const rows = entriesOf(figures).map(([name, figure]) => {
    const target = targets[name]
    return [
      name,
      inWords(figure),
      target ? targetInWords(target) : '',
      target && !isMet(figure, target) ? 'missed' : '',
    ]
  })
  const sessions = replays.reduce((sum, { source }) => sum + source.sessions.length, 0)
  const title = `${sessions} sessions`
  return `${formatTable([[title, 'figure', 'target', ''], ...rows])}\n${footnote}`
}

const footnote = `The agent answers an ask exactly when something that must be kept rests on the turn; it stores
nothing. With ask.coverage.unanswered it never answers, and the product stops asking.
`

export function presentSources(replays: readonly Replay[]): string {
  const names = ['told.precision', 'told.recall', 'kept.precision', 'kept.recall'] as const
  const shown = [...names, 'ask.rate', 'ask.coverage', 'start.lines', 'start.precision'] as const
  const rows = replays.map((replay) => {
    const figures = measure([replay])
    const { name, sessions } = replay.source
    return [
      name,
      `${sessions.length}`,
      `${replay.memories.length}`,
      ...shown.map((figure) => inWords(figures[figure])),
    ]
  })
  return formatTable([['source', 'sessions', 'memories', ...shown], ...rows])
}

/** Memories about nothing, traps that were kept, and items that must be kept and were not. */
export function listMisses(replays: readonly Replay[]): string {
  return replays.flatMap(missesOf).join('\n').concat('\n')
}

function missesOf({ source, memories }: Replay): string[] {
  const unwanted = memories.filter(({ content }) => !isWanted(content, source))
  const traps = source.sessions.flatMap(({ id, traps: own }) =>
    own.flatMap((trap) => {
      const keeper = memories.find(({ content }) => isNearly(content, trap))
      return keeper ? [`  ${id} ${trap.turn} ${trap.class}: ${describe(keeper)}`] : []
    }),
  )
  const missed = source.sessions.flatMap(({ id, items }) =>
    items
      .filter((item) => item.grade === 'must' && !isIn(item, memories))
      .map(
        ({ n, kind, turns, text }) => `  ${id}#${n} ${kind}, turns ${turns.join(', ')}: ${text}`,
      ),
  )
  return [
    '',
    `${source.name}: memories about nothing in the labels`,
    ...unwanted.map((memory) => `  ${describe(memory)}`),
    `${source.name}: traps that were kept`,
    ...traps,
    `${source.name}: items that were missed`,
    ...missed,
  ]
}

function describe({ content, kind, trust, standing, from }: LearnedMemory): string {
  const turns = from.map(({ session, turn }) => `${session} ${turn}`)
  const text = content.replaceAll('\n', ' ')
  return `[${standing}, ${kind}, ${trust}] ${text} (${[...new Set(turns)].join('; ')})`
}

const entriesOf = (figures: Figures) => Object.entries(figures) as [keyof Figures, Figure][]

function inWords(figure: Figure): string {
  if (figure === undefined) return '–'
  return figure.toFixed(figure >= 10 ? 0 : figure < 0.1 ? 3 : 2)
}

function targetInWords({ is, value }: Target): string {
  return `${is === 'least' ? '≥' : '≤'} ${value}`
}

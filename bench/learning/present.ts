/** The figures as tables. */

import type { Replay } from '../real-sessions/results.ts'
import { formatTable } from '../statistics.ts'
import { type Figure, type Figures, measure, measureMoments } from './measures.ts'
import { isMissed, type Target, targets } from './targets.ts'

export function presentFigures(replays: readonly Replay[], figures: Figures): string {
  const rows = entriesOf(figures).map(([name, figure]) => {
    const target = targets[name]
    return [
      name,
      inWords(figure),
      target ? targetInWords(target) : '',
      target && isMissed(figure, target) ? 'missed' : '',
    ]
  })
  const sessions = replays.reduce((sum, { source }) => sum + source.sessions.length, 0)
  const title = `${sessions} sessions`
  return `${formatTable([[title, 'figure', 'target', ''], ...rows])}\n${footnote}`
}

const footnote = `The agent answers an ask exactly when an item that must be kept has become known since the last one,
and stores nothing. ask.coverage.unanswered counts the first six asks of each session.
`

export function presentMoments(replays: readonly Replay[]): string {
  const rows = Object.entries(measureMoments(replays)).map(([moment, { asks, precision }]) => [
    moment,
    `${asks}`,
    inWords(precision),
  ])
  return formatTable([['asked at', 'asks', 'precision'], ...rows])
}

export function presentSources(replays: readonly Replay[]): string {
  const names = ['told.precision', 'told.recall', 'kept.precision', 'kept.recall'] as const
  const shown = [...names, 'ask.rate', 'ask.coverage', 'start.lines'] as const
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

const entriesOf = (figures: Figures) => Object.entries(figures) as [keyof Figures, Figure][]

function inWords(figure: Figure): string {
  if (figure === undefined) return '–'
  return figure.toFixed(figure >= 10 ? 0 : figure < 0.1 ? 3 : 2)
}

function targetInWords({ is, value }: Target): string {
  return `${is === 'least' ? '≥' : '≤'} ${value}`
}

/** How the models do on a project when they were fitted on the others, before anything is stored. */
import type { Source } from '../../bench/real-sessions/data.ts'
import { isAbout } from '../../bench/real-sessions/matching.ts'
import { judgeWindow } from '../../src/core/extraction/heuristic/judge.ts'
import type { ExtractedItem } from '../../src/core/model/window.ts'
import { askTimely } from './ask-timely.ts'
import { isWanted, type LabelledTurn } from './examples.ts'
import { fitModels, type Models } from './models.ts'

interface Found {
  readonly source: string
  readonly item: ExtractedItem
  readonly isWanted: boolean
}

export function leaveOneOut(sources: readonly Source[], turns: readonly LabelledTurn[]): string {
  const models = new Map(
    sources.map(({ name }) => [name, fitModels(turns.filter(({ source }) => source !== name))]),
  )
  const modelsOf = ({ source }: LabelledTurn) => models.get(source) as Models
  const found = turns.flatMap((turn) => judge(turn, modelsOf(turn)))
  const told = found.filter(({ item }) => item.standing === 'memory')
  return [
    line('told', told, sources),
    line('kept', found, sources),
    askTimely(turns, modelsOf, mustItems(sources).length),
    '',
  ].join('\n')
}

function judge({ source, exchange, previous, items }: LabelledTurn, models: Models): Found[] {
  const window = { sessionId: '', depth: 'turn' as const, before: previous, exchanges: [exchange] }
  return judgeWindow(window, models).map((item) => ({
    source,
    item,
    isWanted: isWanted(item.content, items),
  }))
}

function line(name: string, found: readonly Found[], sources: readonly Source[]): string {
  const precision = found.filter((one) => one.isWanted).length / found.length
  const must = mustItems(sources)
  const met = must.filter(({ item, source }) =>
    found.some((one) => one.source === source && isAbout(one.item.content, item)),
  )
  const recall = met.length / must.length
  return `${name}: ${found.length}, precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`
}

function mustItems(sources: readonly Source[]) {
  return sources.flatMap(({ name, sessions }) =>
    sessions.flatMap(({ items }) =>
      items.filter(({ grade }) => grade === 'must').map((item) => ({ item, source: name })),
    ),
  )
}

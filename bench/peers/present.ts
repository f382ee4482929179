import { formatTable } from '../statistics.ts'
import type { InstallSize } from './install-size.ts'
import type { Measured } from './measure.ts'
import type { Asked } from './summary.ts'

export interface PeerResult extends InstallSize, Measured {
  readonly name: string
  readonly note: string
}

export function present(results: readonly PeerResult[]): string {
  const asked = results.flatMap(({ name, whole, byWord }) => [
    recallRow(name, whole),
    recallRow(`${name}, a search for each word`, byWord),
  ])
  const recall = formatTable([
    ['', 'questions', 'hit@1', 'hit@5', 'nothing', 'p50 ms', 'p95 ms', 'characters'],
    ...asked,
  ])
  const cost = formatTable([
    [
      ...['', 'version', 'packages', 'MB', 'items', 'store p50 ms', 'p95', 'first answer ms'],
      ...['RSS MB', 'processor ms: store', 'whole', 'by word', 'first answer'],
    ],
    ...results.map((result) => [
      result.name,
      result.version,
      String(result.packages),
      result.megabytes.toFixed(0),
      String(result.items),
      result.storeMilliseconds.p50.toFixed(1),
      result.storeMilliseconds.p95.toFixed(1),
      result.firstAnswerMilliseconds.toFixed(0),
      result.residentMegabytes.toFixed(0),
      result.processor.store.toFixed(1),
      result.processor.whole.toFixed(1),
      result.processor['by word'].toFixed(1),
      result.processor['first answer'].toFixed(0),
    ]),
  ])
  const notes = results.map(({ name, note }) => `${name}: ${note}\n`).join('')
  return `${recall}\n${cost}\n${notes}`
}

function recallRow(name: string, asked: Asked): string[] {
  return [
    name,
    String(asked.questions),
    asked.hitAt1.toFixed(1),
    asked.hitAt5.toFixed(1),
    `${asked.nothingFound.toFixed(0)} %`,
    asked.milliseconds.p50.toFixed(1),
    asked.milliseconds.p95.toFixed(1),
    String(asked.characters),
  ]
}

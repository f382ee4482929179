/** What recall found, in lines; loads nothing, since it runs where every millisecond counts. */
import type { OutputOf } from '../../contract/operations/index.ts'
import { ago, excerpt, table } from './present.ts'

type Hit = OutputOf<'recall'>['hits'][number]

export function hitLines(hits: readonly Hit[], now: Date): string[] {
  const lines = table(
    hits.map((hit) => [
      hit.relevance.toFixed(2),
      hit.kind ?? hit.type,
      hit.at === '' ? '-' : ago(hit.at, now),
      hit.id,
      excerpt(hit.text, 100),
    ]),
  )
  return hits.flatMap((hit, index) => [
    lines[index] ?? '',
    ...(hit.explanation ?? []).map((reason) => `      ${excerpt(reason, 120)}`),
  ])
}

/** @param isAll whether there is nothing less likely left to show */
export function nothingFound(query: string, isAll: boolean): string {
  const more = isAll ? '' : ' --weak shows what is less likely meant.'
  return `Nothing found for "${excerpt(query, 60)}".${more}`
}

/** What recall found, in lines; loads nothing, since it runs where every millisecond counts. */
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import { ago, excerpt, table } from './present.ts'

type Hit = OutputOf<'recall'>['hits'][number]

type Question = Pick<InputOf<'recall'>, 'query' | 'weak' | 'offset'>

export function answerLines(hits: readonly Hit[], question: Question, now: Date): string[] {
  return hits.length > 0 ? hitLines(hits, now) : [nothingFound(question)]
}

function hitLines(hits: readonly Hit[], now: Date): string[] {
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

/** What is less likely meant is offered where that is not shown already. */
function nothingFound({ query, weak, offset }: Question): string {
  const more = weak || offset > 0 ? '' : ' --weak shows what is less likely meant.'
  return `Nothing found for "${excerpt(query, 60)}".${more}`
}

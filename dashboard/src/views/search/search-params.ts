/** Search parameters in the URL, and as input of recall. */
import { hitTypes, memoryKinds, memoryScopes } from '../../../../src/contract/vocabulary.ts'
import type { CallInput } from '../../api/call.ts'
import { longestText, oneOf, paramsReader, text } from '../../read-params.ts'

export const periods = ['day', 'week', 'month', 'year'] as const

export type SearchParams = ReturnType<typeof readSearch>
export const readSearch = paramsReader({
  query: (given) => text(given)?.slice(0, longestText),
  type: oneOf(hitTypes),
  kind: oneOf(memoryKinds),
  scope: oneOf(memoryScopes),
  project: text,
  host: text,
  within: oneOf(periods),
})

const days: Record<(typeof periods)[number], number> = { day: 1, week: 7, month: 30, year: 365 }

/** Only memories have a kind or scope filter, so either of them means memories. */
export function toRecall(params: SearchParams, query: string, now: Date): CallInput<'recall'> {
  const { type, kind, scope, project, host, within } = params
  const types = kind || scope ? (['memory'] as const) : type && ([type] as const)
  return {
    query,
    explain: true,
    kind,
    host,
    ...(types && { types: [...types] }),
    ...(project ? { project } : { all: true, scope }),
    ...(within && { since: dayBefore(now, days[within]) }),
  }
}

/** Rounded to whole days, so that the query stays the same all day. */
function dayBefore(now: Date, count: number): string {
  return new Date(now.getTime() - count * 86_400_000).toISOString().slice(0, 10)
}

/** The URL parameters of each view. Invalid values are ignored. */
import { reviewKinds, sessionOrders } from '../../src/contract/vocabulary.ts'

type Given = Record<string, unknown>

/** A function that reads the named parameters of a URL, each in its own way. */
export function paramsReader<Readers extends Record<string, (given: unknown) => unknown>>(
  readers: Readers,
) {
  type Params = { readonly [Name in keyof Readers]?: ReturnType<Readers[Name]> | undefined }
  return (given: Given): Params =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(given[name])]),
    ) as Params
}

/** Servers limit the length of a URL. */
export const longestText = 1_500

export const longestFilter = 200

export function text(given: unknown): string | undefined {
  const value = typeof given === 'number' ? String(given) : given
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const filterText = (given: unknown) => text(given)?.slice(0, longestFilter)

export function oneOf<Value extends string | number>(values: readonly Value[]) {
  return (given: unknown): Value | undefined => values.find((value) => value === given)
}

export function flag(given: unknown): true | undefined {
  return given === true ? true : undefined
}

export const readHomeSearch = paramsReader({ project: text, live: flag })

export type SessionsSearch = ReturnType<typeof readSessionsSearch>
export const readSessionsSearch = paramsReader({
  text: filterText,
  project: text,
  host: text,
  status: oneOf(['active', 'completed'] as const),
  order: oneOf(sessionOrders),
})

export type ReviewFilter = ReturnType<typeof readReviewFilter>
export const readReviewFilter = paramsReader({ kind: oneOf(reviewKinds), project: text })

export const contextEvents = ['session-start', 'prompt', 'subagent-start'] as const
export const contextSources = ['startup', 'resume', 'clear', 'compact'] as const

export type ContextSearch = ReturnType<typeof readContextSearch>
export const readContextSearch = paramsReader({
  event: oneOf(contextEvents),
  source: oneOf(contextSources),
  agent: text,
  project: text,
  session: text,
})

export const activityPeriods = [7, 30, 90, 365] as const
export type ActivityPeriod = (typeof activityPeriods)[number]

export type ActivitySearch = ReturnType<typeof readActivitySearch>
export const readActivitySearch = paramsReader({ project: text, days: oneOf(activityPeriods) })

export const settingsTabs = ['settings', 'agents', 'projects', 'data', 'health'] as const
export type SettingsTab = (typeof settingsTabs)[number]

export const readSettingsSearch = paramsReader({ tab: oneOf(settingsTabs) })

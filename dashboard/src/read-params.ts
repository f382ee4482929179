/** The URL parameters of each view. Invalid values are ignored. */
import {
  type ReviewKind,
  reviewKinds,
  type SessionOrder,
  sessionOrders,
} from '../../src/contract/vocabulary.ts'

type Given = Record<string, unknown>

interface HomeSearch {
  readonly project?: string | undefined
}

export function readHomeSearch({ project }: Given): HomeSearch {
  return { project: text(project) }
}

export interface SessionsSearch {
  readonly text?: string | undefined
  readonly project?: string | undefined
  readonly host?: string | undefined
  readonly status?: 'active' | 'completed' | undefined
  readonly order?: SessionOrder | undefined
}

export function readSessionsSearch(given: Given): SessionsSearch {
  return {
    text: text(given.text)?.slice(0, longestFilter),
    project: text(given.project),
    host: text(given.host),
    status: oneOf(['active', 'completed'], given.status),
    order: oneOf(sessionOrders, given.order),
  }
}

export interface ReviewFilter {
  readonly kind?: ReviewKind | undefined
  readonly project?: string | undefined
}

export function readReviewFilter({ kind, project }: Given): ReviewFilter {
  return { kind: oneOf(reviewKinds, kind), project: text(project) }
}

export const contextEvents = ['session-start', 'prompt', 'subagent-start'] as const
export const contextSources = ['startup', 'resume', 'clear', 'compact'] as const

export interface ContextSearch {
  readonly event?: (typeof contextEvents)[number] | undefined
  readonly source?: (typeof contextSources)[number] | undefined
  readonly agent?: string | undefined
  readonly project?: string | undefined
  readonly session?: string | undefined
}

export function readContextSearch(given: Given): ContextSearch {
  return {
    event: oneOf(contextEvents, given.event),
    source: oneOf(contextSources, given.source),
    agent: text(given.agent),
    project: text(given.project),
    session: text(given.session),
  }
}

/** The periods that costs are shown for, in days. */
export const costPeriods = [7, 30, 90, 365] as const
export type CostPeriod = (typeof costPeriods)[number]

export interface CostsSearch {
  readonly project?: string | undefined
  readonly days?: CostPeriod | undefined
}

export function readCostsSearch({ project, days }: Given): CostsSearch {
  return { project: text(project), days: costPeriods.find((period) => period === days) }
}

export const settingsTabs = ['settings', 'agents', 'projects', 'data', 'health'] as const
export type SettingsTab = (typeof settingsTabs)[number]

interface SettingsSearch {
  readonly tab?: SettingsTab | undefined
}

export function readSettingsSearch({ tab }: Given): SettingsSearch {
  return { tab: oneOf(settingsTabs, tab) }
}

/** Servers limit the length of a URL. */
export const longestText = 1_500

/** Characters of a text that filters a list. */
export const longestFilter = 200

export function text(given: unknown): string | undefined {
  const value = typeof given === 'number' ? String(given) : given
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function oneOf<Value extends string>(
  values: readonly Value[],
  given: unknown,
): Value | undefined {
  return values.find((value) => value === given)
}

export function flag(given: unknown): true | undefined {
  return given === true ? true : undefined
}

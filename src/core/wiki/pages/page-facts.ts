/** What compiling a page needs to know: memories, links to them, and facts about the page. */
import { type Memory, shortId } from '../../model/memory.ts'
import { renderLink } from '../format/links.ts'
import type { PagePath } from '../model.ts'
import { firstWords, inOneLine } from './first-words.ts'
import type { DaySession, PlannedPage, WikiInput, WikiPlan } from './wiki-plan.ts'

export interface PageFacts {
  readonly input: WikiInput
  readonly plan: WikiPlan
  memory(id: string): Memory | undefined
  /** A link to the memory's statement, with its first words. */
  linkTo(id: string): string
  /** The same with the whole statement instead of its first words. */
  linkInFull(id: string): string
  linkToPage(path: PagePath): string
  /** Links to the statements that a memory contradicts. */
  disputesOf(id: string): readonly string[]
  sessionsOf(day: string): readonly DaySession[]
  /** The first session in which the memory was learned, and what was asked for then. */
  originOf(id: string): { readonly session: DaySession; readonly asked?: string } | undefined
  summaryOf(page: PlannedPage): string
  tagsOf(page: PlannedPage): readonly string[]
  updatedOf(page: PlannedPage): string | undefined
  sourcesOf(page: PlannedPage): number
}

const mostTags = 5

export function createPageFacts(input: WikiInput, plan: WikiPlan): PageFacts {
  const valid = input.byId ?? new Map(input.memories.map((each) => [each.id, each]))
  const replaced = new Map(input.replaced.map((each) => [each.id, each]))
  const memory = (id: string) => valid.get(id) ?? replaced.get(id)
  const sessions = Map.groupBy(input.sessions, ({ startedAt }) => input.dayOf(startedAt))
  const disputes = new Map<string, Set<string>>()
  for (const { from, relation, to } of input.links) {
    if (relation !== 'contradicts' || !valid.has(from) || !valid.has(to)) continue
    disputes.set(from, (disputes.get(from) ?? new Set()).add(to))
    disputes.set(to, (disputes.get(to) ?? new Set()).add(from))
  }
  const origins = originsOf(input.sessions)
  const labelOf = (id: string) => firstWords(memory(id)?.content ?? '')
  const linkTo = (id: string, label: string) => {
    const home = plan.homes.get(id) ?? 'index.md'
    return renderLink(home, label, home.startsWith('decisions/') ? undefined : shortId(id))
  }
  const of = (page: PlannedPage) =>
    [...page.statements, ...page.decisions, ...page.mentions].flatMap((id) => memory(id) ?? [])

  return {
    input,
    plan,
    memory,
    linkTo: (id) => linkTo(id, labelOf(id)),
    linkInFull: (id) => linkTo(id, inOneLine(memory(id)?.content ?? '')),
    linkToPage: (path) => renderLink(path, plan.pages.get(path)?.title),
    disputesOf: (id) =>
      [...(disputes.get(id) ?? [])]
        .map((other) =>
          renderLink(plan.homes.get(other) ?? '', undefined, shortId(other)).slice(2, -2),
        )
        .sort(),
    sessionsOf: (day) =>
      (sessions.get(day) ?? []).toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1)),
    originOf: (id) => origins.get(id),
    summaryOf(page) {
      if (page.type === 'daily') {
        return summariseDay(sessions.get(page.title)?.length ?? 0, of(page).length)
      }
      const own = page.statements.flatMap((id) => memory(id) ?? [])
      if (page.type === 'decision') {
        const decision = own[0] ?? memory(page.mentions[0] ?? '')
        return decision ? input.dayOf(decision.validFrom) : ''
      }
      return summarise(page, of(page), own, labelOf)
    },
    tagsOf: (page) => commonTags(of(page)),
    updatedOf(page) {
      if (page.type === 'daily') return page.title
      const latest = of(page).reduce(
        (day, { updatedAt }) => (day > updatedAt ? day : updatedAt),
        '',
      )
      return latest === '' ? undefined : input.dayOf(latest)
    },
    sourcesOf: (page) =>
      page.type === 'daily' ? (sessions.get(page.title)?.length ?? 0) : of(page).length,
  }
}

type Origin = NonNullable<ReturnType<PageFacts['originOf']>>

/** Most changes leave the sessions as they are. */
const knownOrigins = new WeakMap<readonly DaySession[], ReadonlyMap<string, Origin>>()

function originsOf(sessions: readonly DaySession[]): ReadonlyMap<string, Origin> {
  const known = knownOrigins.get(sessions)
  if (known) return known
  const origins = new Map<string, Origin>()
  for (const session of sessions) {
    for (const { id, asked } of session.learned) {
      const before = origins.get(id)
      if (before && before.session.startedAt <= session.startedAt) continue
      origins.set(id, { session, ...(asked !== undefined && { asked }) })
    }
  }
  knownOrigins.set(sessions, origins)
  return origins
}

function summarise(
  { type }: PlannedPage,
  memories: readonly Memory[],
  own: readonly Memory[],
  labelOf: (id: string) => string,
): string {
  const count = countMemories(memories.length)
  if (type !== 'concept') return count
  const best = (own.length > 0 ? own : memories).reduce<Memory | undefined>(
    (most, each) => (most && isWorthMore(most, each) ? most : each),
    undefined,
  )
  return best ? `${count}: ${labelOf(best.id)}` : count
}

const countMemories = (number: number) => `${number} ${number === 1 ? 'memory' : 'memories'}`

/** Many days have sessions from which nothing was learned. */
function summariseDay(sessions: number, memories: number): string {
  const held = sessions === 0 ? [] : [`${sessions} ${sessions === 1 ? 'session' : 'sessions'}`]
  const learned = memories === 0 && sessions > 0 ? [] : [countMemories(memories)]
  return [...held, ...learned].join(', ')
}

function isWorthMore(a: Memory, b: Memory): boolean {
  if (a.pinned !== b.pinned) return a.pinned
  return a.importance === b.importance ? a.id > b.id : a.importance > b.importance
}

function commonTags(memories: readonly Memory[]): string[] {
  const counts = new Map<string, number>()
  for (const { tags } of memories) {
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  const least = memories.length > 3 ? 2 : 1
  const often = [...counts].filter(([, count]) => count >= least)
  return often
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, mostTags)
    .map(([tag]) => tag)
}

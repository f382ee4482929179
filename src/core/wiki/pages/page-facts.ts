/** What compiling a page needs to know: memories, links to them, and facts about the page. */
import { type Memory, shortId } from '../../model/memory.ts'
import { cutAtWord } from '../../text/shorten.ts'
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
  /** The same with the rest of the statement. */
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

  const sessionsOf = (day: string) =>
    (sessions.get(day) ?? []).toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))

  return {
    input,
    plan,
    memory,
    linkTo: (id) => linkTo(id, labelOf(id)),
    linkInFull(id) {
      const text = inOneLine(memory(id)?.content ?? '')
      const label = sharedStart(labelOf(id), text)
      return `${linkTo(id, label)}${text.slice(label.length)}`
    },
    linkToPage: (path) => renderLink(path, plan.pages.get(path)?.title),
    disputesOf: (id) =>
      [...(disputes.get(id) ?? [])]
        .map((other) =>
          renderLink(plan.homes.get(other) ?? '', undefined, shortId(other)).slice(2, -2),
        )
        .sort(),
    sessionsOf,
    originOf: (id) => origins.get(id),
    summaryOf(page) {
      if (page.type === 'daily') {
        return summariseDay(sessionsOf(page.title), of(page).length)
      }
      const own = page.statements.flatMap((id) => memory(id) ?? [])
      if (page.type === 'decision') {
        const decision = own[0] ?? memory(page.mentions[0] ?? '')
        return decision ? input.dayOf(decision.validFrom) : ''
      }
      return summarise(page, own, labelOf)
    },
    tagsOf: (page) => (page.type === 'daily' ? [] : commonTags(of(page))),
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
  { type, statements, decisions }: PlannedPage,
  own: readonly Memory[],
  labelOf: (id: string) => string,
): string {
  const count = countMemories(statements.length + decisions.length)
  const [first] = own
  if (type !== 'concept' || !first) return count
  const best = own.reduce((most, each) => (isWorthMore(most, each) ? most : each), first)
  return `${count}: ${labelOf(best.id)}`
}

const countMemories = (number: number) => `${number} ${number === 1 ? 'memory' : 'memories'}`

/** Many days have sessions from which nothing was learned. */
function summariseDay(sessions: readonly DaySession[], memories: number): string {
  const titles = [...new Set(sessions.map(({ title }) => title))].join('; ')
  const learned = memories === 0 ? '' : countMemories(memories)
  return cutAtWord([learned, titles].filter(Boolean).join(': '), mostOfDay)
}

const mostOfDay = 160

function isWorthMore(a: Memory, b: Memory): boolean {
  if (a.pinned !== b.pinned) return a.pinned
  return a.importance === b.importance ? a.id > b.id : a.importance > b.importance
}

/** The words with which both begin; the whole text if it begins with other ones. */
function sharedStart(label: string, text: string): string {
  if (text.startsWith(label)) return label
  const end = [...label].findIndex((letter, at) => letter !== text[at])
  const space = text.lastIndexOf(' ', end)
  return space > 0 ? text.slice(0, space) : text
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

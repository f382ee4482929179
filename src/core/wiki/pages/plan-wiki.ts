/** Gives every memory its home and every page its contents. */
import type { Steps } from '../../jobs/yield-to-event-loop.ts'
import { type Memory, shortId } from '../../model/memory.ts'
import type { Concept } from '../concepts/choose-pages.ts'
import { createConceptIndex } from '../concepts/concept-index.ts'
import { type Concepts, findConcepts } from '../concepts/find-concepts.ts'
import { isFunctionWord, termKey } from '../concepts/terms.ts'
import { hashLine } from '../format/generated-lines.ts'
import { pageSlug } from '../format/links.ts'
import type { PagePath } from '../model.ts'
import { firstWords } from './first-words.ts'
import { saysWhy } from './read-decision.ts'
import { type RelatedConcepts, relateConcepts } from './related-concepts.ts'
import { type PlannedPage, planPage, type WikiInput, type WikiPlan } from './wiki-plan.ts'

export function* planWiki(input: WikiInput): Steps<WikiPlan> {
  const memories = input.byId ?? new Map(input.memories.map((memory) => [memory.id, memory]))
  const index = input.index ?? readTerms(input)
  const concepts = yield* findConcepts(index, namesOf(input))
  const paths = conceptPaths([...concepts.byKey.values()])
  const related = yield* relateConcepts(input, concepts)
  const homes = yield* planHomes(input, concepts, paths)
  const context = { input, memories, concepts, conceptPaths: paths, homes, related }
  const pages: PlannedPage[] = []
  for (const plan of [planConceptPages, planDecisions]) {
    for (const page of plan(context)) {
      pages.push(page)
      yield
    }
  }
  if (input.place === 'local') pages.push(...(yield* planDays(context)))
  const sorted = pages.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const catalogue = planPage({ path: 'index.md', type: 'index', title: input.name })
  const all = [...sorted, { ...catalogue, links: sorted.map(({ path }) => path) }]
  return { pages: new Map(all.map((page) => [page.path, page])), homes }
}

interface PlanContext {
  readonly input: WikiInput
  readonly memories: ReadonlyMap<string, Memory>
  readonly concepts: Concepts
  /** By key of the concept. */
  readonly conceptPaths: ReadonlyMap<string, PagePath>
  /** By memory, the one page on which it is a statement. */
  readonly homes: ReadonlyMap<string, PagePath>
  readonly related: RelatedConcepts
}

function readTerms({ memories }: WikiInput) {
  const index = createConceptIndex()
  for (const memory of memories) index.put(memory.id, memory)
  return index
}

/** A project, and each word of its name, is not a concept in its own wiki. */
function namesOf({ name }: WikiInput): Set<string> {
  const keys = [name, ...name.split(/[\s/]+/)].map((part) => termKey(part, 'word'))
  return new Set(keys.flatMap((key) => [key, ...key.split(' ')]))
}

/** Only days with sessions have a page. */
function* planDays({ input, memories }: PlanContext): Steps<PlannedPage[]> {
  const { dayOf, sessions } = input
  const learned = new Map(sessions.map(({ startedAt }) => [dayOf(startedAt), new Set<string>()]))
  if (learned.size === 0) return []
  const inSession = new Set<string>()
  for (const session of sessions) {
    const ofDay = learned.get(dayOf(session.startedAt))
    for (const { id } of session.learned) if (memories.has(id)) ofDay?.add(id) && inSession.add(id)
    yield
  }
  for (const { id, validFrom } of memories.values()) {
    if (!inSession.has(id)) learned.get(dayOf(validFrom))?.add(id)
    yield
  }
  return [...learned].map(([day, ids]) =>
    planPage({ path: `daily/${day}.md`, type: 'daily', title: day, mentions: [...ids].sort() }),
  )
}

/** The page of statements that no concept has. */
export const everythingElse = 'concepts/everything-else.md'

/** A longer page is divided by month, so that it can be read and merged. */
const mostStatements = 300

function* planHomes(
  input: WikiInput,
  concepts: Concepts,
  conceptPaths: ReadonlyMap<string, PagePath>,
): Steps<Map<string, PagePath>> {
  const homes = yield* decisionPaths([...withOwnPage(input), ...input.replaced])
  const others = input.memories.filter(({ id }) => !homes.has(id))
  const byPage = Map.groupBy(others, ({ id }) => {
    const [strongest = ''] = concepts.ofMemory.get(id) ?? []
    return conceptPaths.get(strongest) ?? everythingElse
  })
  for (const [path, memories] of byPage) {
    yield
    const isLong = memories.length > mostStatements
    const monthOf = ({ validFrom }: Memory) => input.dayOf(validFrom).slice(0, 7)
    for (const memory of memories) {
      homes.set(memory.id, isLong ? path.replace(/\.md$/, `-${monthOf(memory)}.md`) : path)
    }
  }
  return homes
}

/** Decisions of which there is more to say than their statement: why, what was rejected or replaced. */
function withOwnPage({ memories, replaced }: WikiInput): readonly Memory[] {
  const replacing = new Set(replaced.map(({ supersededBy }) => supersededBy))
  return memories.filter(
    ({ id, kind, content }) => kind === 'decision' && (replacing.has(id) || saysWhy(content)),
  )
}

/** Named after their first words. If several are the same, all but the oldest add their anchor. */
function* decisionPaths(memories: readonly Memory[]): Steps<Map<string, PagePath>> {
  const bySlug = new Map<string, Memory[]>()
  for (const memory of memories) {
    if (memory.kind !== 'decision') continue
    const slug = decisionSlug(memory.key ?? firstWords(memory.content))
    const same = bySlug.get(slug)
    if (same) same.push(memory)
    else bySlug.set(slug, [memory])
    yield
  }
  const homes = new Map<string, PagePath>()
  for (const [slug, same] of bySlug) {
    const oldest = same.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const [n, { id }] of oldest.entries()) {
      homes.set(id, `decisions/${n === 0 ? slug : `${slug}-${shortId(id)}`}.md`)
    }
  }
  return homes
}

const slugs = new Map<string, string>()
const mostSlugs = 20_000

function decisionSlug(name: string): string {
  const slug = slugs.get(name) ?? cutSlug(name)
  if (slugs.size >= mostSlugs) slugs.clear()
  slugs.set(name, slug)
  return slug
}

/** Does not end in a word that only joins others. */
function cutSlug(name: string): string {
  const words = pageSlug(name, 60).split('-')
  const end = words.findLastIndex((word) => word.length > 2 && !isFunctionWord(word))
  return pageSlug(words.slice(0, end < 2 ? words.length : end + 1).join('-'))
}

function* planDecisions(context: PlanContext): Iterable<PlannedPage> {
  const { input, homes } = context
  const replacedBy = Map.groupBy(input.replaced, ({ supersededBy }) => supersededBy ?? '')
  const plan = (memory: Memory, isValid: boolean) =>
    planPage({
      path: homes.get(memory.id) ?? '',
      type: 'decision',
      title: firstWords(memory.content),
      statements: isValid ? [memory.id] : [],
      decisions: (replacedBy.get(memory.id) ?? []).map(({ id }) => id).sort(),
      mentions: isValid ? [] : [memory.id],
      links: (context.concepts.ofMemory.get(memory.id) ?? [])
        .flatMap((key) => context.conceptPaths.get(key) ?? [])
        .slice(0, mostMentions),
    })
  for (const each of withOwnPage(input)) yield plan(each, true)
  for (const each of input.replaced) if (each.kind === 'decision') yield plan(each, false)
}

/** More links do not help the reader. */
const mostMentions = 6

function* planConceptPages(context: PlanContext): Iterable<PlannedPage> {
  const { input, homes } = context
  const isOnPage = ({ id }: Memory) => homes.get(id)?.startsWith('decisions/') !== true
  const statements = input.memories.filter(isOnPage)
  const atHome = Map.groupBy(statements, ({ id }) => homes.get(id) ?? '')
  const keyOf = new Map([...context.conceptPaths].map(([key, path]) => [path, key]))
  const withoutOwn = [...context.conceptPaths.values()].filter((path) => !atHome.has(path))
  for (const path of [...atHome.keys(), ...withoutOwn]) {
    const ids = (atHome.get(path) ?? []).map(({ id }) => id)
    const [, base = path, month] = /^(.*)-(\d{4}-\d\d)\.md$/.exec(path) ?? []
    const key = keyOf.get(path) ?? (month === undefined ? undefined : keyOf.get(`${base}.md`))
    if (key !== undefined) yield planConcept(context, key, path, month, ids)
    else
      yield planPage({
        ...titled('Everything else', month),
        path,
        type: 'concept',
        statements: ids,
      })
  }
}

function planConcept(
  context: PlanContext,
  key: string,
  path: PagePath,
  month: string | undefined,
  statements: readonly string[],
): PlannedPage {
  const { concepts, homes, conceptPaths } = context
  const { name, aliases, members } = concepts.byKey.get(key) ?? {
    name: key,
    aliases: [],
    members: [],
  }
  const decisions: string[] = []
  const mentions: string[] = []
  for (const id of members) {
    const isOwn = concepts.ofMemory.get(id)?.[0] === key
    if (!isOwn) mentions.push(id)
    else if (homes.get(id)?.startsWith('decisions/')) decisions.push(id)
  }
  const related = (context.related.get(key) ?? []).flatMap(({ key: other, memories }) => {
    const to = conceptPaths.get(other)
    return to === undefined ? [] : [{ path: to, memories }]
  })
  return planPage({
    ...{ ...titled(name, month), path, type: 'concept', aliases, statements, decisions, related },
    mentions: mentions.slice(-mostMentions),
    links: related.map((each) => each.path),
  })
}

const titled = (name: string, month: string | undefined) => ({
  title: month === undefined ? name : `${name}, ${month}`,
})

/** By key. If several concepts have one file name, all but the first by key get a suffix. */
function conceptPaths(concepts: readonly Concept[]): Map<string, PagePath> {
  const paths = new Map<string, PagePath>()
  const taken = new Set<string>()
  for (const { key, name } of concepts.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const slug = pageSlug(name)
    const isTaken = taken.has(slug) || `concepts/${slug}.md` === everythingElse
    const own = isTaken ? `${pageSlug(name, 70)}-${hashLine(key).slice(0, 6)}` : slug
    taken.add(own)
    paths.set(key, `concepts/${own}.md`)
  }
  return paths
}

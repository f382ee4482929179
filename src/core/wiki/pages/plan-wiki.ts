/** Gives every memory its home and every page its contents. */
import type { Steps } from '../../jobs/yield-to-event-loop.ts'
import { type Memory, shortId } from '../../model/memory.ts'
import { createConceptIndex } from '../concepts/concept-index.ts'
import { type Concept, type Concepts, findConcepts } from '../concepts/find-concepts.ts'
import { isFunctionWord, termKey } from '../concepts/terms.ts'
import { hashLine } from '../format/generated-lines.ts'
import { pageSlug } from '../format/links.ts'
import type { PagePath } from '../model.ts'
import { type ConceptPairs, pairConcepts } from './concept-pairs.ts'
import { firstWords } from './page-facts.ts'
import { type PlannedPage, planPage, type WikiInput, type WikiPlan } from './wiki-plan.ts'

export function* planWiki(input: WikiInput): Steps<WikiPlan> {
  const memories = input.byId ?? new Map(input.memories.map((memory) => [memory.id, memory]))
  const index = input.index ?? readTerms(input)
  const concepts = yield* findConcepts(index, namesOf(input))
  const paths = conceptPaths([...concepts.byKey.values()])
  const pairs = yield* pairConcepts(input, concepts)
  const homes = yield* planHomes(input, concepts, paths)
  const context = { input, memories, concepts, conceptPaths: paths, homes, pairs }
  const pages: PlannedPage[] = []
  for (const plan of [planConceptPages, planDecisions, planConnections]) {
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
  readonly pairs: ConceptPairs
}

function readTerms({ memories }: WikiInput) {
  const index = createConceptIndex()
  for (const memory of memories) index.put(memory.id, memory)
  return index
}

/** A project is not a concept in its own wiki. */
function namesOf({ name }: WikiInput): Set<string> {
  const parts = name.split(/[\s/]+/)
  return new Set([name, ...parts].map((part) => termKey(part, 'word')))
}

/** Only days with sessions have a page. */
function* planDays({ input, memories }: PlanContext): Steps<PlannedPage[]> {
  const { dayOf, sessions } = input
  const learned = new Map(sessions.map(({ startedAt }) => [dayOf(startedAt), [] as string[]]))
  if (learned.size === 0) return []
  for (const { id, createdAt } of memories.values()) {
    learned.get(dayOf(createdAt))?.push(id)
    yield
  }
  return [...learned].map(([day, ids]) =>
    planPage({ path: `daily/${day}.md`, type: 'daily', title: day, mentions: ids.sort() }),
  )
}

/** A longer page is divided by month, so that it can be read and merged. */
const mostStatements = 300

function* planHomes(
  input: WikiInput,
  concepts: Concepts,
  conceptPaths: ReadonlyMap<string, PagePath>,
): Steps<Map<string, PagePath>> {
  const homes = yield* decisionPaths([...input.memories, ...input.replaced])
  const others = input.memories.filter(({ kind }) => kind !== 'decision')
  const byPage = Map.groupBy(others, ({ id, kind }) => {
    const [strongest = ''] = concepts.ofMemory.get(id) ?? []
    return conceptPaths.get(strongest) ?? `concepts/other-${kind}.md`
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
      links: (context.concepts.ofMemory.get(memory.id) ?? []).flatMap(
        (key) => context.conceptPaths.get(key) ?? [],
      ),
    })
  for (const each of input.memories) if (each.kind === 'decision') yield plan(each, true)
  for (const each of input.replaced) if (each.kind === 'decision') yield plan(each, false)
}

/** More links do not help the reader. */
const mostMentions = 30

function* planConceptPages(context: PlanContext): Iterable<PlannedPage> {
  const { input, homes } = context
  const statements = input.memories.filter(({ kind }) => kind !== 'decision')
  const atHome = Map.groupBy(statements, ({ id }) => homes.get(id) ?? '')
  const keyOf = new Map([...context.conceptPaths].map(([key, path]) => [path, key]))
  const withoutOwn = [...context.conceptPaths.values()].filter((path) => !atHome.has(path))
  for (const path of [...atHome.keys(), ...withoutOwn]) {
    const ids = (atHome.get(path) ?? []).map(({ id }) => id)
    const [, base = path, month] = /^(.*)-(\d{4}-\d\d)\.md$/.exec(path) ?? []
    const key = keyOf.get(path) ?? (month === undefined ? undefined : keyOf.get(`${base}.md`))
    yield key === undefined ? planOther(path, ids) : planConcept(context, key, path, month, ids)
  }
}

function planConcept(
  context: PlanContext,
  key: string,
  path: PagePath,
  month: string | undefined,
  statements: readonly string[],
): PlannedPage {
  const { concepts, homes, pairs, conceptPaths } = context
  const { name, aliases, members } = concepts.byKey.get(key) ?? {
    name: key,
    aliases: [],
    members: [],
  }
  const decisions: string[] = []
  const mentions: string[] = []
  for (const id of members) {
    const home = homes.get(id) ?? ''
    if (home.startsWith('decisions/')) decisions.push(id)
    else if (home !== path && mentions.length < mostMentions) mentions.push(id)
  }
  return planPage({
    path,
    type: 'concept',
    title: month === undefined ? name : `${name}, ${month}`,
    aliases,
    statements,
    decisions,
    mentions,
    links: (pairs.related.get(key) ?? []).flatMap((other) => conceptPaths.get(other) ?? []),
  })
}

function planOther(path: PagePath, statements: readonly string[]): PlannedPage {
  const [, kind = '', month] = /other-([a-z]+)(?:-(\d{4}-\d\d))?\.md$/.exec(path) ?? []
  const plural = kind.endsWith('x') ? `${kind}es` : `${kind}s`
  const title = month === undefined ? `Other ${plural}` : `Other ${plural}, ${month}`
  return planPage({ path, type: 'concept', title, statements })
}

/** By key. If several concepts have one file name, all but the first by key get a suffix. */
function conceptPaths(concepts: readonly Concept[]): Map<string, PagePath> {
  const paths = new Map<string, PagePath>()
  const taken = new Set<string>()
  for (const { key, name } of concepts.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const slug = pageSlug(name)
    const isTaken = taken.has(slug) || slug.startsWith('other-')
    const own = isTaken ? `${pageSlug(name, 70)}-${hashLine(key).slice(0, 6)}` : slug
    taken.add(own)
    paths.set(key, `concepts/${own}.md`)
  }
  return paths
}

function* planConnections(context: PlanContext): Iterable<PlannedPage> {
  const { concepts, conceptPaths, pairs } = context
  for (const { concepts: keys, memories } of pairs.connected) {
    const links = keys.flatMap((key) => conceptPaths.get(key) ?? [])
    const title = keys.map((key) => concepts.byKey.get(key)?.name ?? key).join(' and ')
    const path = connectionPath(links)
    yield planPage({ path, type: 'connection', title, mentions: memories, links })
  }
}

/** Long names are cut, so a suffix keeps each pair's path unique. */
function connectionPath(links: readonly PagePath[]): PagePath {
  const slugs = links.map((path) => path.replace(/^concepts\/|\.md$/g, ''))
  const isLong = slugs.some((slug) => slug.length > 36)
  const suffix = isLong ? `-${hashLine(slugs.join()).slice(0, 5)}` : ''
  return `connections/${slugs.map((slug) => slug.slice(0, 36).toWellFormed().replace(/-+$/, '')).join('--')}${suffix}.md`
}

/**
 * Compiles one wiki again and again. What it remembers only saves time: the pages are those that
 * `compilePages` gives, and a page that a change does not touch is the same object as before.
 */
import { finishWithPauses, yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type { Memory } from '../../model/memory.ts'
import { type ConceptIndex, createConceptIndex } from '../concepts/concept-index.ts'
import type { Page, PagePath } from '../model.ts'
import { compilePlanned } from './compile-pages.ts'
import { firstWords } from './first-words.ts'
import { planWiki } from './plan-wiki.ts'
import { saysWhy } from './read-decision.ts'
import type { PlannedPage, WikiInput, WikiPlan } from './wiki-plan.ts'

export interface WikiCompiler {
  /** Calls must not overlap. */
  compile(input: Omit<WikiInput, 'index'>): Promise<readonly Page[]>
}

interface LastBuild {
  readonly input: WikiInput
  readonly index: ConceptIndex
  readonly byId: Map<string, Memory>
  readonly plan: WikiPlan
  readonly pages: Map<PagePath, Page>
}

export function createWikiCompiler(): WikiCompiler {
  let lastBuild: LastBuild | undefined

  return {
    async compile(given) {
      const last = lastBuild
      // A build that fails halfway leaves an index of other memories: the next one starts afresh.
      lastBuild = undefined
      const { index, byId } = last ?? { index: createConceptIndex(), byId: new Map() }
      const input = { ...given, index, byId }
      const changed = changedMemories(byId, input.memories)
      const isInPlace = last !== undefined && areInPlace(changed, byId)
      const hasOtherTerms = await keepUp(index, byId, changed)
      const isArranged = isInPlace && !hasOtherTerms && isArrangedAlike(last.input, input)
      const plan = last && isArranged ? last.plan : await planAgain(input, last?.plan)
      await yieldToEventLoop()
      const touched = last && touchedPages(last, input, plan, changed)
      await yieldToEventLoop()
      const compiled = await finishWithPauses(compilePlanned(input, plan, touched, last?.pages))
      await yieldToEventLoop()
      const pages = mergePages(plan, compiled, last)
      lastBuild = { index, byId, input, plan, pages }
      return [...pages.values()]
    },
  }
}

/** @returns whether the concepts may have changed */
async function keepUp(
  index: ConceptIndex,
  byId: Map<string, Memory>,
  changed: ReadonlyMap<string, Memory | undefined>,
): Promise<boolean> {
  let hasOtherTerms = false
  for (const [id, memory] of changed) {
    if (memory) byId.set(id, memory)
    else byId.delete(id)
    if (!memory) index.remove(id)
    else if (index.put(id, memory)) hasOtherTerms = true
    await yieldToEventLoop()
  }
  return hasOtherTerms
}

async function planAgain(input: WikiInput, before: WikiPlan | undefined): Promise<WikiPlan> {
  const plan = await finishWithPauses(planWiki(input))
  await yieldToEventLoop()
  return before ? reusePages(before, plan) : plan
}

function mergePages(
  plan: WikiPlan,
  compiled: readonly Page[],
  last: LastBuild | undefined,
): Map<PagePath, Page> {
  if (last?.plan === plan) {
    for (const page of compiled) last.pages.set(page.path, page)
    return last.pages
  }
  const fresh = new Map(compiled.map((page) => [page.path, page]))
  if (!last) return fresh
  const pages = new Map<PagePath, Page>()
  for (const path of plan.pages.keys()) {
    const page = fresh.get(path) ?? last.pages.get(path)
    if (page) pages.set(path, page)
  }
  return pages
}

/** Whether the changed memories stay on their pages, whatever they say now. */
function areInPlace(
  changed: ReadonlyMap<string, Memory | undefined>,
  before: ReadonlyMap<string, Memory>,
): boolean {
  return [...changed].every(([id, memory]) => {
    const known = before.get(id)
    return (
      known?.kind === memory?.kind &&
      (known?.kind !== 'decision' || isNamedAlike(known, memory)) &&
      known?.validFrom === memory?.validFrom &&
      known?.createdAt === memory?.createdAt
    )
  })
}

/** A decision has a page if it says why, named after its key or first words. */
function isNamedAlike(before: Memory, now: Memory | undefined): boolean {
  const [old, fresh] = [before.content, now?.content ?? '']
  return (
    before.key === now?.key &&
    firstWords(old) === firstWords(fresh) &&
    saysWhy(old) === saysWhy(fresh)
  )
}

/** Whether everything else that pages are named or placed by is unchanged. */
function isArrangedAlike(before: WikiInput, now: WikiInput): boolean {
  return (
    before.name === now.name &&
    before.place === now.place &&
    before.dayOf === now.dayOf &&
    changedMemories(byIdOf(before.replaced), now.replaced).size === 0 &&
    differing(before.links, now.links).length === 0 &&
    differing(before.sessions, now.sessions).length === 0
  )
}

const byIdOf = (memories: readonly Memory[]) => new Map(memories.map((each) => [each.id, each]))

/** @returns undefined for all pages */
function touchedPages(
  last: LastBuild,
  input: WikiInput,
  plan: WikiPlan,
  changed: ReadonlyMap<string, unknown>,
): Set<PagePath> | undefined {
  const before = last.input
  const isOther = before.name !== input.name || before.place !== input.place
  if (isOther || before.dayOf !== input.dayOf) return undefined
  const ids = new Set(changed.keys())
  for (const id of changedMemories(byIdOf(before.replaced), input.replaced).keys()) ids.add(id)
  for (const { from, to } of differing(before.links, input.links)) ids.add(from).add(to)
  const touched = pagesTouchedBy(ids, last.plan, plan)
  for (const path of pagesOf(differing(before.sessions, input.sessions), input, plan)) {
    touched.add(path)
  }
  if (touched.size > 0 || ids.size > 0) touched.add('index.md')
  return touched
}

/** Pages that name one of the sessions. */
function pagesOf(sessions: WikiInput['sessions'], { dayOf }: WikiInput, plan: WikiPlan) {
  const learned = sessions.flatMap((session) => session.learned)
  const homes = learned.flatMap(({ id }) => plan.homes.get(id) ?? [])
  const days = sessions.map(({ startedAt }) => `daily/${dayOf(startedAt)}.md`)
  return new Set([...days, ...homes.filter((path) => path.startsWith('decisions/'))])
}

/** By id, the memory as it is now, or undefined if it is gone. */
function changedMemories(
  before: ReadonlyMap<string, Memory>,
  now: readonly Memory[],
): Map<string, Memory | undefined> {
  const changed = new Map<string, Memory | undefined>()
  let known = 0
  for (const memory of now) {
    const old = before.get(memory.id)
    if (old) known += 1
    if (!old || !isSameOnPages(old, memory)) changed.set(memory.id, memory)
  }
  if (known === before.size) return changed
  const present = new Set(now.map(({ id }) => id))
  for (const id of before.keys()) if (!present.has(id)) changed.set(id, undefined)
  return changed
}

/** Ignores use, which changes often and is not shown on pages. */
function isSameOnPages(a: Memory, b: Memory): boolean {
  return (
    a === b ||
    (a.version === b.version &&
      a.content === b.content &&
      a.kind === b.kind &&
      a.key === b.key &&
      a.updatedAt === b.updatedAt &&
      a.validFrom === b.validFrom &&
      a.validTo === b.validTo &&
      a.supersededBy === b.supersededBy &&
      a.importance === b.importance &&
      a.pinned === b.pinned &&
      a.tags.join() === b.tags.join() &&
      a.files.join() === b.files.join())
  )
}

/** What only one of the two lists has. */
function differing<Item>(before: readonly Item[], now: readonly Item[]): Item[] {
  if (before === now) return []
  const textsOf = (items: readonly Item[]) =>
    new Map(items.map((item) => [JSON.stringify(item), item]))
  const [old, fresh] = [textsOf(before), textsOf(now)]
  return [
    ...[...old].filter(([text]) => !fresh.has(text)),
    ...[...fresh].filter(([text]) => !old.has(text)),
  ].map(([, item]) => item)
}

/** Pages that are new, gone, arranged differently, or show one of the memories. */
export function pagesTouchedBy(
  changed: ReadonlySet<string>,
  before: WikiPlan,
  after: WikiPlan,
): Set<PagePath> {
  const touched = new Set<PagePath>()
  const affected = before === after ? changed : withMoved(changed, before, after)
  const shows = showsOneOf(affected)
  after.pages.forEach((page, path) => {
    const known = before.pages.get(path)
    if (
      !known ||
      shows(page.statements) ||
      shows(page.decisions) ||
      shows(page.mentions) ||
      (known !== page && !isSamePage(known, page))
    ) {
      touched.add(path)
    }
  })
  if (before === after) return touched.size > 0 ? touched.add('index.md') : touched
  for (const path of before.pages.keys()) if (!after.pages.has(path)) touched.add(path)
  if (touched.size > 0) touched.add('index.md')
  return touched
}

/** Called for every list of every page: a single id is found faster without a set. */
function showsOneOf(ids: ReadonlySet<string>): (shown: readonly string[]) => boolean {
  const [only] = ids
  if (ids.size === 1 && only !== undefined) return (shown) => shown.includes(only)
  return (shown) => shown.some((id) => ids.has(id))
}

function withMoved(
  changed: ReadonlySet<string>,
  { homes: before }: WikiPlan,
  { homes: after }: WikiPlan,
): Set<string> {
  const affected = new Set(changed)
  for (const [id, home] of after) if (before.get(id) !== home) affected.add(id)
  return affected
}

/** The new plan, with the page objects of the one before where they are equal. */
function reusePages(before: WikiPlan, after: WikiPlan): WikiPlan {
  const pages = new Map<PagePath, PlannedPage>()
  for (const [path, page] of after.pages) {
    const known = before.pages.get(path)
    pages.set(path, known && isSamePage(known, page) ? known : page)
  }
  return { ...after, pages }
}

function isSamePage(one: PlannedPage, other: PlannedPage): boolean {
  return (
    one.type === other.type &&
    one.title === other.title &&
    isEqual(one.aliases, other.aliases) &&
    isEqual(one.statements, other.statements) &&
    isEqual(one.decisions, other.decisions) &&
    isEqual(one.mentions, other.mentions) &&
    isEqual(one.links, other.links) &&
    isEqual(sharesOf(one), sharesOf(other))
  )
}

const sharesOf = ({ related = [] }: PlannedPage) => related.map(({ memories }) => `${memories}`)

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, n) => each === b[n])
}

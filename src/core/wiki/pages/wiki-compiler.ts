/**
 * Compiles one wiki again and again. What it remembers only saves time: the pages are those that
 * `compilePages` gives, and a page that a change does not touch is the same object as before.
 */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type { Memory } from '../../model/memory.ts'
import { type ConceptIndex, createConceptIndex } from '../concepts/concept-index.ts'
import type { Page, PagePath } from '../model.ts'
import { compilePlanned } from './compile-pages.ts'
import { planWiki } from './plan-wiki.ts'
import { finishWithPauses } from './steps.ts'
import { pagesTouchedBy } from './touched-pages.ts'
import type { WikiInput } from './wiki-input.ts'
import type { WikiPlan } from './wiki-plan.ts'

export interface WikiCompiler {
  /** Calls must not overlap. */
  compile(input: Omit<WikiInput, 'index'>): Promise<readonly Page[]>
}

interface LastBuild {
  readonly index: ConceptIndex
  readonly input: WikiInput
  readonly plan: WikiPlan
  readonly pages: ReadonlyMap<PagePath, Page>
}

export function createWikiCompiler(): WikiCompiler {
  let lastBuild: LastBuild | undefined

  return {
    async compile(given) {
      const last = lastBuild
      // A build that fails halfway leaves an index of other memories: the next one starts afresh.
      lastBuild = undefined
      const index = last?.index ?? createConceptIndex()
      const input = { ...given, index }
      const changed = changedMemories(last?.input.memories ?? [], input.memories)
      let hasOtherTerms = false
      for (const [id, memory] of changed) {
        if (!memory) index.remove(id)
        else if (index.put(id, memory)) hasOtherTerms = true
        await yieldToEventLoop()
      }
      const isArranged = last && !hasOtherTerms && isArrangedAlike(last.input, input, changed)
      const plan = last && isArranged ? last.plan : await finishWithPauses(planWiki(input))
      const touched = last && touchedPages(last, input, plan, changed)
      const summaries = new Map<PagePath, string>()
      for (const [path, { summary }] of last?.pages ?? []) {
        if (touched && !touched.has(path)) summaries.set(path, summary)
      }
      const steps = compilePlanned(input, plan, touched, summaries)
      const compiled = await finishWithPauses(steps)
      const fresh = new Map(compiled.map((page) => [page.path, page]))
      const known = last?.pages
      const pages = new Map(
        [...plan.pages.keys()].flatMap((path) => {
          const page = fresh.get(path) ?? known?.get(path)
          return page ? [[path, page] as const] : []
        }),
      )
      lastBuild = { index, input, plan, pages }
      return [...pages.values()]
    },
  }
}

/** Whether only words changed that no page is named or placed by. */
function isArrangedAlike(
  before: WikiInput,
  now: WikiInput,
  changed: ReadonlyMap<string, Memory | undefined>,
): boolean {
  const old = new Map(before.memories.map((memory) => [memory.id, memory]))
  const isInPlace = [...changed].every(([id, memory]) => {
    const known = old.get(id)
    return (
      known?.kind === memory?.kind &&
      known?.kind !== 'decision' &&
      known?.validFrom === memory?.validFrom &&
      known?.createdAt === memory?.createdAt
    )
  })
  return (
    isInPlace &&
    before.name === now.name &&
    before.place === now.place &&
    before.dayOf === now.dayOf &&
    changedMemories(before.replaced, now.replaced).size === 0 &&
    differing(before.links, now.links).length === 0 &&
    differing(before.sessions, now.sessions).length === 0
  )
}

/** @returns undefined: everything */
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
  for (const id of changedMemories(before.replaced, input.replaced).keys()) ids.add(id)
  for (const { from, to } of differing(before.links, input.links)) ids.add(from).add(to)
  const touched = pagesTouchedBy(ids, last.plan, plan)
  for (const { startedAt } of differing(before.sessions, input.sessions)) {
    touched.add(`daily/${input.dayOf(startedAt)}.md`)
  }
  if (touched.size > 0 || ids.size > 0) touched.add('index.md')
  return touched
}

/** By id, the memory as it is now, or undefined if it is gone. */
function changedMemories(
  before: readonly Memory[],
  now: readonly Memory[],
): Map<string, Memory | undefined> {
  const known = new Map(before.map((memory) => [memory.id, memory]))
  const changed = new Map<string, Memory | undefined>()
  for (const memory of now) {
    const old = known.get(memory.id)
    if (!old || !isSameOnPages(old, memory)) changed.set(memory.id, memory)
    known.delete(memory.id)
  }
  for (const id of known.keys()) changed.set(id, undefined)
  return changed
}

/** Use, which pages do not show, changes a memory often. */
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

/** Gives every memory its home and every page its contents. */

import type { Steps } from '../../jobs/steps.ts'
import { createConceptIndex } from '../concepts/concept-index.ts'
import { findConcepts } from '../concepts/find-concepts.ts'
import { termKey } from '../concepts/terms.ts'
import { pairConcepts } from './concept-pairs.ts'
import { conceptPaths } from './concept-paths.ts'
import { planConceptPages } from './plan-concepts.ts'
import { planConnections } from './plan-connections.ts'
import type { PlanContext } from './plan-context.ts'
import { planDecisions } from './plan-decisions.ts'
import { planHomes } from './plan-homes.ts'
import type { WikiInput } from './wiki-input.ts'
import { type PlannedPage, planPage, type WikiPlan } from './wiki-plan.ts'

export function* planWiki(input: WikiInput): Steps<WikiPlan> {
  const memories = input.byId ?? new Map(input.memories.map((memory) => [memory.id, memory]))
  const index = input.index ?? readTerms(input)
  const concepts = yield* findConcepts(index, { excluded: namesOf(input) })
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

function readTerms({ memories }: WikiInput) {
  const index = createConceptIndex()
  for (const memory of memories) index.put(memory.id, memory)
  return index
}

/** A project is no concept of its own wiki. */
function namesOf({ name }: WikiInput): Set<string> {
  const parts = name.split(/[\s/]+/)
  return new Set([name, ...parts].map((part) => termKey(part, 'word')))
}

/** Without sessions there are no days, whatever was learned on them. */
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

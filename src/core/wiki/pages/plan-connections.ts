/** Pages for pairs of concepts that enough memories connect, alone or by links between them. */
import { hashLine } from '../format/generated-lines.ts'
import { pageSlug } from '../format/page-names.ts'
import type { PagePath } from '../model.ts'
import type { PlanContext } from './plan-context.ts'
import { type PlannedPage, planPage } from './wiki-plan.ts'

const leastShared = 3
/** Of the concepts of one memory, the strongest; pairs of all would be too many. */
const mostConcepts = 5

export function planConnections(context: PlanContext): PlannedPage[] {
  const shared = new Map<string, Set<string>>()
  const connect = (a: string, b: string, ids: readonly string[]) => {
    if (a === b) return
    const pair = JSON.stringify([a, b].sort())
    const known = shared.get(pair) ?? new Set()
    for (const id of ids) known.add(id)
    shared.set(pair, known)
  }
  const conceptsOf = (id: string) =>
    (context.concepts.ofMemory.get(id) ?? []).slice(0, mostConcepts)
  for (const { id } of context.input.memories) {
    const keys = conceptsOf(id)
    for (const [n, a] of keys.entries()) for (const b of keys.slice(n + 1)) connect(a, b, [id])
  }
  for (const { from, relation, to } of context.input.links) {
    const isBoth = context.memories.has(from) && context.memories.has(to)
    if (relation === 'supersedes' || !isBoth) continue
    const [a] = conceptsOf(from)
    const [b] = conceptsOf(to)
    if (a !== undefined && b !== undefined) connect(a, b, [from, to])
  }
  return [...shared]
    .filter(([, ids]) => ids.size >= leastShared)
    .map(([pair, ids]) => planConnection(context, JSON.parse(pair), [...ids].sort()))
}

function planConnection(
  { concepts, conceptPaths }: PlanContext,
  keys: readonly string[],
  mentions: readonly string[],
): PlannedPage {
  const links = keys.flatMap((key) => conceptPaths.get(key) ?? [])
  const title = keys.map((key) => concepts.byKey.get(key)?.name ?? key).join(' and ')
  return planPage({ path: connectionPath(links), type: 'connection', title, mentions, links })
}

/** Long names are cut, so a suffix keeps the path of each pair its own. */
function connectionPath(links: readonly PagePath[]): PagePath {
  const slugs = links.map((path) => path.replace(/^concepts\/|\.md$/g, ''))
  const isLong = slugs.some((slug) => slug.length > 36)
  const suffix = isLong ? `-${hashLine(slugs.join()).slice(0, 5)}` : ''
  return `connections/${slugs.map((slug) => pageSlug(slug, 36)).join('--')}${suffix}.md`
}

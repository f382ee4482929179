/** Pages for pairs of concepts that enough memories connect, alone or by links between them. */
import { hashLine } from '../format/generated-lines.ts'
import { pageSlug } from '../format/page-names.ts'
import type { PagePath } from '../model.ts'
import type { PlanContext } from './plan-context.ts'
import { type PlannedPage, planPage } from './wiki-plan.ts'

const leastShared = 3
export function planConnections(context: PlanContext): PlannedPage[] {
  return [...context.pairs].flatMap(([a, others]) =>
    [...others].flatMap(([b, ids]) =>
      a < b && ids.length >= leastShared ? [planConnection(context, [a, b], ids.toSorted())] : [],
    ),
  )
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

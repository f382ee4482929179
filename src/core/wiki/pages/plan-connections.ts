/** Pages for pairs of concepts that enough memories connect, alone or by links between them. */
import { hashLine } from '../format/generated-lines.ts'
import type { PagePath } from '../model.ts'
import type { PlanContext } from './plan-context.ts'
import { type PlannedPage, planPage } from './wiki-plan.ts'

export function* planConnections(context: PlanContext): Iterable<PlannedPage> {
  const { concepts, conceptPaths, pairs } = context
  for (const { concepts: keys, memories } of pairs.connected) {
    const links = keys.flatMap((key) => conceptPaths.get(key) ?? [])
    const title = keys.map((key) => concepts.byKey.get(key)?.name ?? key).join(' and ')
    const path = connectionPath(links)
    yield planPage({ path, type: 'connection', title, mentions: memories, links })
  }
}

/** Long names are cut, so a suffix keeps the path of each pair its own. */
function connectionPath(links: readonly PagePath[]): PagePath {
  const slugs = links.map((path) => path.replace(/^concepts\/|\.md$/g, ''))
  const isLong = slugs.some((slug) => slug.length > 36)
  const suffix = isLong ? `-${hashLine(slugs.join()).slice(0, 5)}` : ''
  return `connections/${slugs.map((slug) => slug.slice(0, 36).toWellFormed().replace(/-+$/, '')).join('--')}${suffix}.md`
}

/** What a build changed, in lines for `log.md`: no concept comes, goes, splits or merges in silence. */
import { renderLink } from '../format/links.ts'
import type { PagePath } from '../model.ts'

/** What is kept of a build to compare the next one with. */
export interface CataloguePage {
  readonly path: PagePath
  readonly title: string
  /** Ids or anchors of its statements. */
  readonly statements: readonly string[]
}

export type WikiCatalogue = ReadonlyMap<PagePath, CataloguePage>

const mostLines = 50

export function logLines(before: WikiCatalogue, after: WikiCatalogue): string[] {
  const isListed = ({ path }: CataloguePage) => path !== 'index.md' && !path.startsWith('daily/')
  const added = [...after.values()].filter((page) => isListed(page) && !before.has(page.path))
  const gone = [...before.values()].filter((page) => isListed(page) && !after.has(page.path))
  const lines = [
    ...added.map((page) => `New: ${linkTo(page)}${originOf(page, before, after)}`),
    ...gone.map((page) => `Gone: ${page.title}${destinationOf(page, after)}`),
    ...renamed(before, after),
  ]
  const rest = lines.length - mostLines
  return rest <= 0 ? lines : [...lines.slice(0, mostLines), `And ${rest} more`]
}

/** The page that gave it most of its statements. */
function originOf(page: CataloguePage, before: WikiCatalogue, after: WikiCatalogue): string {
  const from = mainOverlap(page, before)
  if (!from) return ''
  return after.has(from.path) ? `, split from ${linkTo(from)}` : `, was ${from.title}`
}

function destinationOf(page: CataloguePage, after: WikiCatalogue): string {
  const to = mainOverlap(page, after)
  return to ? `, merged into ${linkTo(to)}` : ''
}

function mainOverlap(
  { path, statements }: CataloguePage,
  others: WikiCatalogue,
): CataloguePage | undefined {
  const own = new Set(statements)
  let best: { page: CataloguePage; count: number } | undefined
  for (const page of others.values()) {
    const count = page.path === path ? 0 : page.statements.filter((id) => own.has(id)).length
    if (count > (best?.count ?? 0)) best = { page, count }
  }
  return best && best.count * 2 > own.size ? best.page : undefined
}

function renamed(before: WikiCatalogue, after: WikiCatalogue): string[] {
  return [...after.values()].flatMap((page) => {
    const known = before.get(page.path)
    return known && known.title !== page.title
      ? [`Renamed: ${known.title} is now ${linkTo(page)}`]
      : []
  })
}

const linkTo = ({ path, title }: CataloguePage) => renderLink(path, title)

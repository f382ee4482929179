/** What the text of a page refers to: other pages, and the memories it states. */
import { createContext, useContext } from 'react'
import { PageLink, type WhichWiki, type WikiPage } from '../../wiki/which-wiki.tsx'

export function WikiLink({ target, label }: { target: string; label: string }) {
  const { which, findPage } = useContext(PageContext)
  const found = findPage(target)
  if (!found) {
    return (
      <span className="wiki-missing" title="There is no such page">
        {label}
      </span>
    )
  }
  return (
    <PageLink which={which} path={found.path} anchor={found.anchor}>
      {label}
    </PageLink>
  )
}

interface PageTarget {
  readonly path: string
  readonly anchor?: string | undefined
}

/**
 * Where the links of a page lead; the daemon knows names and aliases.
 * @returns a function that finds the page of a link, undefined if there is none
 */
export function createLinks(page: Pick<WikiPage, 'links'>) {
  const paths = new Map(page.links.map(({ target, path }) => [target, path]))
  return (written: string): PageTarget | undefined => {
    const [target = '', part = ''] = written.split('#', 2)
    const path = paths.get(target.trim())
    const anchor = /^\^([0-9a-f]{10})$/.exec(part.trim())?.[1]
    return path === undefined ? undefined : { path, anchor }
  }
}

export const PageContext = createContext<{
  readonly which: WhichWiki
  readonly findPage: (target: string) => PageTarget | undefined
  /** By anchor. */
  readonly statements: ReadonlyMap<string, WikiPage['statements'][number]>
}>({ which: {}, findPage: () => undefined, statements: new Map() })

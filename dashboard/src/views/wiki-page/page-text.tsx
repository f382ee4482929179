import { useLocation } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { ListItem } from '../../markdown/read-blocks.ts'
import type { WhichWiki } from '../../wiki/which-wiki.ts'
import type { WikiPage } from '../../wiki/wiki-page.ts'
import { Blocks } from './blocks.tsx'
import { ConflictItem } from './conflict-item.tsx'
import { createLinks } from './links.ts'
import { PageContext } from './page-context.ts'
import { StatementItem } from './statement-item.tsx'
import { textOf } from './text-of.ts'

interface PageTextProps {
  readonly page: WikiPage
  readonly which: WhichWiki
}

/** The page's Markdown as elements. Nothing in it runs or loads. */
export function PageText({ page, which }: PageTextProps) {
  const blocks = useMemo(() => textOf(page), [page])
  const context = useMemo(() => {
    const memories = new Map(page.statements.map((each) => [each.anchor, each]))
    return { which, findPage: createLinks(page), statements: memories }
  }, [page, which])
  useScrollToAnchor()
  return (
    <PageContext value={context}>
      <article className="card wiki-page">
        {blocks.length === 0 && <p className="quiet">The page is empty.</p>}
        <Blocks
          blocks={blocks}
          renderItem={(item, list) => <Item item={item} items={list} page={page} which={which} />}
        />
      </article>
    </PageContext>
  )
}

interface ItemProps extends PageTextProps {
  readonly item: ListItem
  readonly items: readonly ListItem[]
}

/** An item of a list at the top level, where a conflict can be decided by removing lines. */
function Item({ item, items, page, which }: ItemProps) {
  if (item.statement?.isPageVersion) {
    const { anchor } = item.statement
    const other = items.find(
      ({ statement }) => statement?.anchor === anchor && !statement.isPageVersion,
    )
    return <ConflictItem item={item} memoryItem={other} page={page} which={which} />
  }
  return <StatementItem item={item} />
}

/** The page comes later than the address, so the browser does not do it. */
function useScrollToAnchor(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView({ block: 'center' })
  }, [hash])
}

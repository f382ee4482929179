import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useContext, useEffect, useMemo } from 'react'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Day } from '../../components/time.tsx'
import { Blocks, InlineText, PageLinks } from '../../markdown/markdown.tsx'
import { type ListItem, removeLines, type StatementMark } from '../../markdown/read-blocks.ts'
import type { WhichWiki, WikiPage } from '../../wiki/which-wiki.tsx'
import { useSavePage } from './edit/use-save-page.ts'
import { createLinks, PageContext, WikiLink } from './page-context.tsx'
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
      <PageLinks value={WikiLink}>
        <article className="card wiki-page">
          {blocks.length === 0 && <p className="quiet">The page is empty.</p>}
          <Blocks
            blocks={blocks}
            renderItem={(item, list) => <Item item={item} items={list} page={page} which={which} />}
          />
        </article>
      </PageLinks>
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

/** A list item; a statement shows its age and the way to its memory. Headings say the kind. */
function StatementItem({ item: { blocks, statement } }: { item: ListItem }) {
  const { hash } = useLocation()
  if (!statement) {
    return (
      <li>
        <Blocks blocks={blocks} renderItem={renderNested} />
      </li>
    )
  }
  const isMeant = hash === statement.anchor
  return (
    <li
      id={statement.isPageVersion ? undefined : statement.anchor}
      className={classNames('wiki-statement', isMeant && 'is-meant')}
    >
      <Blocks blocks={blocks} renderItem={renderNested} />
      <StatementFacts statement={statement} />
    </li>
  )
}

const renderNested = (item: ListItem): ReactNode => <StatementItem item={item} />

function StatementFacts({ statement: { anchor, since, disputes } }: { statement: StatementMark }) {
  const { statements } = useContext(PageContext)
  const { memoryId } = statements.get(anchor) ?? {}
  return (
    <div className="wiki-statement-facts">
      {since !== undefined && <Day date={since} />}
      {disputes.length > 0 && (
        <span>
          <Badge tone="warn">disputed</Badge> with{' '}
          <InlineText text={disputes.map((link) => `[[${link}|another statement]]`).join(', ')} />
        </span>
      )}
      {memoryId && (
        <Link to="/memories/$id" params={{ id: memoryId }}>
          History
        </Link>
      )}
    </div>
  )
}

interface ConflictItemProps {
  readonly item: ListItem
  readonly memoryItem: ListItem | undefined
  readonly page: WikiPage
  readonly which: WhichWiki
}

/** Both sides changed. Removing one of the two items chooses the other. */
function ConflictItem({ item, memoryItem, page, which }: ConflictItemProps) {
  const { save, isSaving } = useSavePage(which)
  const without = ({ start, end }: ListItem) =>
    void save(page, removeLines(page.text, start, end)).catch(() => undefined)
  return (
    <li className="wiki-conflict">
      <p className="wiki-conflict-title">
        <Badge tone="warn">conflict</Badge> The memory above and this page were both changed.
      </p>
      <Blocks blocks={item.blocks} />
      <div className="row">
        <Button isBusy={isSaving} onClick={() => without(item)}>
          Keep the memory’s version
        </Button>
        {memoryItem && (
          <Button isBusy={isSaving} onClick={() => without(memoryItem)}>
            Keep the page’s version
          </Button>
        )}
      </div>
    </li>
  )
}

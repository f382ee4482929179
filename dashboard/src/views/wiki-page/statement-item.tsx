import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useContext } from 'react'
import { Badge, KindBadge } from '../../components/badge.tsx'
import { classNames } from '../../components/class-names.ts'
import type { ListItem, StatementMark } from '../../markdown/read-blocks.ts'
import { Day } from '../../wiki/day.tsx'
import { Blocks } from './blocks.tsx'
import { InlineText } from './inline-text.tsx'
import { PageContext } from './page-context.ts'

/** A list item; a statement shows its kind, its age and the way to its memory. */
export function StatementItem({ item: { blocks, statement } }: { item: ListItem }) {
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

function renderNested(item: ListItem): ReactNode {
  return <StatementItem item={item} />
}

function StatementFacts({ statement: { anchor, since, disputes } }: { statement: StatementMark }) {
  const { statements } = useContext(PageContext)
  const { kind, memoryId } = statements.get(anchor) ?? {}
  return (
    <div className="wiki-statement-facts">
      {kind && <KindBadge kind={kind} />}
      {since !== undefined && (
        <span>
          since <Day date={since} />
        </span>
      )}
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

import '../../components/card.css'
import { Link } from '@tanstack/react-router'
import { Badge, KindBadge } from '../../components/badge.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import type { Memory } from '../../memory/memory-actions.ts'
import { shownTags } from '../../memory/shown-tags.ts'

/** The text of a memory, and whether it is still valid. */
export function Statement({ memory }: { memory: Memory }) {
  const { content, kind, pinned, tags, validTo, supersededBy } = memory
  return (
    <article className="card statement" aria-label="Content">
      {validTo && (
        <p className="statement-superseded">
          <Icon name="alert" />
          <span>
            This no longer holds.{' '}
            {supersededBy && (
              <Link to="/memories/$id" params={{ id: supersededBy }}>
                See what superseded it
              </Link>
            )}
          </span>
        </p>
      )}
      <p className="statement-text">
        <Text text={content} />
      </p>
      <div className="row">
        <KindBadge kind={kind} />
        {pinned && (
          <Badge tone="accent">
            <Icon name="pin" size={12} /> pinned
          </Badge>
        )}
        {shownTags(tags).map((tag) => (
          <Link key={tag} to="/memories" search={{ tag }} className="statement-tag">
            #{tag}
          </Link>
        ))}
      </div>
    </article>
  )
}

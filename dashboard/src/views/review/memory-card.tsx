import { Link } from '@tanstack/react-router'
import { Badge, KindBadge } from '../../components/badge.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Text } from '../../components/text.tsx'
import { ScopeName } from '../../memory/scope-name.tsx'
import { sourceWords, trustWords } from '../../wording/memories.ts'
import type { ReviewItem } from './review-item.ts'

interface MemoryCardProps {
  readonly memory: ReviewItem['memories'][number]
  /** In a pair: whether this memory stays after a merge or drop. In a conflict: whose it is. */
  readonly fate?: 'Stays' | 'Goes' | 'Theirs' | undefined
}

/** A memory's text, large, with its source and age. */
export function MemoryCard({ memory, fate }: MemoryCardProps) {
  const { id, content, kind, pinned, files, updatedAt } = memory
  return (
    <article className={fate === 'Goes' ? 'review-memory is-going' : 'review-memory'}>
      {fate && <h2>{fate}</h2>}
      <p className="review-text">
        <Text text={content} />
      </p>
      <div className="review-facts">
        <KindBadge kind={kind} />
        {pinned && <Badge tone="accent">pinned</Badge>}
        <ScopeName memory={memory} />
        <span>{sayWhose(memory)}</span>
        <RelativeTime at={updatedAt} />
        {files.length > 0 && <span className="mono">{files.join(' ')}</span>}
        <Link to="/memories/$id" params={{ id }}>
          Open
        </Link>
      </div>
    </article>
  )
}

function sayWhose({ source, trust, author }: MemoryCardProps['memory']): string {
  if (author) return `From ${author.name}`
  if (trust === 'repository') return 'From the repository'
  return source === 'manual' ? `Said by ${trustWords[trust]}` : sourceWords[source]
}

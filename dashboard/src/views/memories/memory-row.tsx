import { Badge, CandidateBadge, KindBadge } from '../../components/badge.tsx'
import { IconButton } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { VirtualRow } from '../../components/list.tsx'
import { Text } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import type { Memory } from '../../memory/memory-actions.ts'
import { PinnedMark, shownTags } from '../../memory/memory-labels.tsx'

interface MemoryRowProps {
  readonly memory: Memory
  readonly index: number
  readonly place: string
  readonly isSelected: boolean
  /** @param toHere also selects everything since the last selected memory */
  readonly onSelect: (toHere: boolean) => void
  readonly onTag: (tag: string) => void
  readonly onPin: () => void
  readonly onForget: () => void
}

const mostTags = 4

export function MemoryRow(props: MemoryRowProps) {
  const { memory, index, place, isSelected, onSelect, onTag, onPin, onForget } = props
  const { id, content, kind, author, standing, pinned, tags, validTo, updatedAt } = memory
  return (
    <VirtualRow
      index={index}
      className={classNames('memory-row', isSelected && 'is-selected')}
      to="/memories/$id"
      params={{ id }}
      leading={
        <input
          type="checkbox"
          className="memory-row-select"
          aria-label={`Select: ${content.slice(0, 80)}`}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      }
      title={
        <span className="clamp memory-row-text">
          <Text text={content} />
        </span>
      }
      detail={
        <>
          <KindBadge kind={kind} />
          {author && <Badge>{author.name}</Badge>}
          {standing === 'candidate' && <CandidateBadge />}
          {pinned && <PinnedMark />}
          {validTo && <Badge>superseded</Badge>}
          <span>{place}</span>
          {shownTags(tags)
            .slice(0, mostTags)
            .map((tag) => (
              <button key={tag} type="button" className="memory-tag" onClick={() => onTag(tag)}>
                #{tag}
              </button>
            ))}
          <RelativeTime at={updatedAt} />
        </>
      }
      trailing={
        <div className="memory-row-actions">
          {!validTo && <IconButton icon="pin" label={pinned ? 'Unpin' : 'Pin'} onClick={onPin} />}
          <IconButton icon="forget" label="Forget" onClick={onForget} />
        </div>
      }
    />
  )
}

/** Placeholder while its page loads. */
export function MissingRow() {
  return (
    <VirtualRow className="memory-row" title={<div className="memory-row-missing" aria-hidden />} />
  )
}

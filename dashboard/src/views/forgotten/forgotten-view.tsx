import '../memories/memories.css'
import { Link } from '@tanstack/react-router'
import { call, type OutputOf } from '../../api/call.ts'
import { type PagedList, usePagedList } from '../../api/paged-list.ts'
import { KindBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { VirtualRow } from '../../components/list.tsx'
import { EmptyState, Pending } from '../../components/placeholders.tsx'
import { ClampedText } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { View } from '../../components/view.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useMemoryActions } from '../../memory/memory-actions.ts'
import { useScopeName } from '../../memory/memory-labels.tsx'
import { count } from '../../wording/amounts.ts'
import { shortDate } from '../../wording/time.ts'

const estimatedRowPx = 68

export function ForgottenView() {
  const { total, error, itemAt, see } = usePagedForgotten()
  const { restore } = useMemoryActions()
  const scopeName = useScopeName()
  const restoreAt = (index: number) => {
    const memory = itemAt(index)
    if (memory) void restore(memory.id)
  }
  return (
    <View
      title="Forgotten memories"
      intro={
        total ? (
          <>
            {count(total, 'memory', 'memories')} forgotten in the last 30 days.{' '}
            <Link to="/memories">All memories</Link>
          </>
        ) : undefined
      }
    >
      {total === undefined && <Pending error={error} lines={6} />}
      {total === 0 && (
        <EmptyState title="Nothing to restore" action={<Link to="/memories">All memories</Link>}>
          A memory you forget stays here for 30 days.
        </EmptyState>
      )}
      {total !== undefined && total > 0 && (
        <div className="memories-list">
          <div className="memories-rows card">
            <VirtualList
              label="Forgotten memories"
              count={total}
              estimatedRowPx={estimatedRowPx}
              onSee={see}
              actions={[{ keys: 'u', label: 'Restore it', run: restoreAt }]}
              row={(index) => (
                <ForgottenRow
                  index={index}
                  memory={itemAt(index)}
                  placeOf={scopeName}
                  onRestore={() => restoreAt(index)}
                />
              )}
            />
          </div>
        </div>
      )}
    </View>
  )
}

interface ForgottenRowProps {
  readonly index: number
  /** Undefined while it loads. */
  readonly memory: Forgotten | undefined
  readonly placeOf: (memory: Forgotten) => string
  readonly onRestore: () => void
}

function ForgottenRow({ index, memory, placeOf, onRestore }: ForgottenRowProps) {
  if (!memory) return <VirtualRow title={<span className="quiet">…</span>} detail="…" />
  const { id, content, kind, forgottenAt, restorableUntil } = memory
  return (
    <VirtualRow
      index={index}
      to="/memories/$id"
      params={{ id }}
      title={<ClampedText text={content} />}
      detail={
        <>
          <KindBadge kind={kind} />
          <span>{placeOf(memory)}</span>
          <span>
            forgotten <RelativeTime at={forgottenAt} />
          </span>
          <span>kept until {shortDate(restorableUntil, Date.now())}</span>
        </>
      }
      trailing={
        <Button icon="retry" onClick={onRestore}>
          Restore
        </Button>
      }
    />
  )
}

type Forgotten = OutputOf<'listForgotten'>['memories'][number]

/** Of every project. */
function usePagedForgotten(): PagedList<Forgotten> {
  return usePagedList({
    key: ['listForgotten'],
    async fetch(range, signal) {
      const { memories, total } = await call('listForgotten', { all: true, ...range }, signal)
      return { items: memories, total }
    },
  })
}

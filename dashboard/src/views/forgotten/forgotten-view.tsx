import '../../components/card.css'
import '../memories/memories.css'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { usePagedForgotten } from '../../api/paged-forgotten.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Pending } from '../../components/pending.tsx'
import { View } from '../../components/view.tsx'
import { VirtualList, type VirtualListHandle } from '../../components/virtual-list.tsx'
import { useRowKeys } from '../../keyboard/row-keys.ts'
import { useMemoryActions } from '../../memory/memory-actions.ts'
import { useScopeName } from '../../memory/scope-name.tsx'
import { count } from '../../wording/amounts.ts'
import { ForgottenRow } from './forgotten-row.tsx'

const estimatedRowPx = 68

/** Forgotten memories that can still be restored. */
export function ForgottenView() {
  const { total, error, itemAt, see } = usePagedForgotten()
  const { restore } = useMemoryActions()
  const scopeName = useScopeName()
  const list = useRef<HTMLDivElement>(null)
  const rows = useRef<VirtualListHandle>(null)
  const restoreAt = (index: number) => {
    const memory = itemAt(index)
    if (memory) void restore(memory.id)
  }
  useRowKeys({
    title: 'Forgotten memories',
    list,
    count: total ?? 0,
    reveal: (index) => rows.current?.scrollTo(index),
    actions: [{ keys: 'u', label: 'Restore it', run: restoreAt }],
  })
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
          <div ref={list} className="memories-rows card">
            <VirtualList
              ref={rows}
              label="Forgotten memories"
              count={total}
              estimatedRowPx={estimatedRowPx}
              onSee={see}
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

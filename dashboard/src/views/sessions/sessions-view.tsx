import './sessions.css'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { usePagedSessions } from '../../api/paged-sessions.ts'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Pending } from '../../components/pending.tsx'
import { View } from '../../components/view.tsx'
import { VirtualList, type VirtualListHandle } from '../../components/virtual-list.tsx'
import { useRowKeys } from '../../keyboard/row-keys.ts'
import { count } from '../../wording/amounts.ts'
import { SessionFilters } from './session-filters.tsx'
import { SessionRow } from './session-row.tsx'

const estimatedRowPx = 68

export function SessionsView() {
  const search = getRouteApi('/sessions').useSearch()
  const { total, error, itemAt, see } = usePagedSessions(search)
  const list = useRef<HTMLDivElement>(null)
  const rows = useRef<VirtualListHandle>(null)
  useRowKeys({
    title: 'Sessions',
    list,
    count: total ?? 0,
    reveal: (index) => rows.current?.scrollTo(index),
    actions: [],
  })
  const { order: _, ...filter } = search
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <View title="Sessions" intro="What your agents worked on, turn by turn.">
      {!(total === 0 && !isFiltered) && <SessionFilters search={search} isFiltered={isFiltered} />}
      {total === undefined && <Pending error={error} lines={6} />}
      {total === 0 && <NoSessions isFiltered={isFiltered} />}
      {total !== undefined && total > 0 && (
        <div ref={list} className="sessions-list">
          <Card title={count(total, 'session')} isFlush>
            <VirtualList
              ref={rows}
              label="Sessions"
              count={total}
              estimatedRowPx={estimatedRowPx}
              onSee={see}
              row={(index) => (
                <SessionRow
                  index={index}
                  session={itemAt(index)}
                  previous={index === 0 ? undefined : itemAt(index - 1)}
                  isByDay={search.order !== 'longest'}
                />
              )}
            />
          </Card>
        </div>
      )}
    </View>
  )
}

function NoSessions({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No session matches">Choose another project, or clear a filter.</EmptyState>
  ) : (
    <EmptyState title="No sessions yet" command="throughline setup">
      Connect your coding agent once. Every session after that appears here.
    </EmptyState>
  )
}

import './sessions.css'
import { getRouteApi } from '@tanstack/react-router'
import { usePagedSessions } from '../../api/paged-sessions.ts'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { View } from '../../components/view.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { count } from '../../wording/amounts.ts'
import { SessionFilters } from './session-filters.tsx'
import { SessionRow } from './session-row.tsx'

const rowPx = 68

export function SessionsView() {
  const search = getRouteApi('/sessions').useSearch()
  const { total, error, itemAt, see } = usePagedSessions(search)
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  return (
    <View title="Sessions" intro="What your agents worked on, turn by turn.">
      <SessionFilters search={search} />
      {total === undefined && (error ? <ErrorNote error={error} /> : <Skeleton lines={6} />)}
      {total === 0 && <NoSessions isFiltered={isFiltered} />}
      {total !== undefined && total > 0 && (
        <Card title={count(total, 'session')} isFlush>
          <div className="sessions-list" style={{ height: total * rowPx }}>
            <VirtualList
              label="Sessions, the latest first"
              count={total}
              estimatedRowPx={rowPx}
              onSee={see}
              row={(index) => (
                <SessionRow
                  session={itemAt(index)}
                  previous={index === 0 ? undefined : itemAt(index - 1)}
                />
              )}
            />
          </div>
        </Card>
      )}
    </View>
  )
}

function NoSessions({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No session is like that">
      Choose another project, or take a filter away.
    </EmptyState>
  ) : (
    <EmptyState title="No session was captured yet" command="throughline setup">
      Wire your coding agent once; every session after that shows up here by itself.
    </EmptyState>
  )
}

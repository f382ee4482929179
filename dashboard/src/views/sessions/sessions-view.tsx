import './sessions.css'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import { type CallInput, call, type OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { type PagedList, usePagedList } from '../../api/paged-list.ts'
import { Badge } from '../../components/badge.tsx'
import { ChipSelect, Filters, TextFilter } from '../../components/filters.tsx'
import { VirtualRow } from '../../components/list.tsx'
import { EmptyState, Pending } from '../../components/placeholders.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card, View } from '../../components/view.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { Glance } from '../../history/glance.tsx'
import { useProjectOptions } from '../../project/current-project.tsx'
import { readSessionsSearch, type SessionsSearch } from '../../read-params.ts'
import { count } from '../../wording/amounts.ts'
import { withoutMarks } from '../../wording/texts.ts'
import { dayName } from '../../wording/time.ts'

const estimatedRowPx = 80

export function SessionsView() {
  const search = getRouteApi('/sessions').useSearch()
  const { total, error, itemAt, see } = usePagedSessions(search)
  const { order: _, ...filter } = search
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <View title="Sessions" intro="What your agents worked on, turn by turn.">
      {!(total === 0 && !isFiltered) && <SessionFilters search={search} isFiltered={isFiltered} />}
      {total === undefined && <Pending error={error} lines={6} />}
      {total === 0 && <NoSessions isFiltered={isFiltered} />}
      {total !== undefined && total > 0 && (
        <div className="sessions-list">
          <Card title={count(total, 'session')} isFlush>
            <VirtualList
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

function usePagedSessions(
  input: Omit<CallInput<'listSessions'>, 'limit' | 'offset'>,
): PagedList<OutputOf<'listSessions'>['sessions'][number]> {
  return usePagedList({
    key: ['listSessions', input],
    live: true,
    async fetch(range, signal) {
      const { sessions, total } = await call('listSessions', { ...input, ...range }, signal)
      return { items: sessions, total }
    },
  })
}

type Session = OutputOf<'listSessions'>['sessions'][number]

interface SessionRowProps {
  readonly index: number
  /** Undefined while it loads. */
  readonly session: Session | undefined
  readonly previous: Session | undefined
  readonly isByDay: boolean
}

/** The first session of a day has the date above it. */
function SessionRow({ index, session, previous, isByDay }: SessionRowProps) {
  if (!session) return <VirtualRow title={<span className="quiet">…</span>} detail="…" />
  const { id, title, glance, project, host, branch, trust, turns, lastEventAt, status } = session
  const day = dayName(lastEventAt, Date.now())
  const isNewDay = isByDay && (!previous || dayName(previous.lastEventAt, Date.now()) !== day)
  return (
    <>
      {isNewDay && <h3 className="sessions-day">{day}</h3>}
      <VirtualRow
        index={index}
        to="/sessions/$id"
        params={{ id }}
        title={<span className="sessions-title">{title}</span>}
        detail={
          <>
            {glance?.did && (
              <span className="sessions-did truncate">{withoutMarks(glance.did)}</span>
            )}
            <span className="sessions-project">{project?.name ?? 'no project'}</span>
            <span>{nameAgent(host)}</span>
            {trust && <span>from the repository</span>}
            {branch && <span className="mono truncate">{branch}</span>}
            <span>{count(turns, 'turn')}</span>
            {glance && <Glance glance={glance} />}
          </>
        }
        trailing={
          <>
            {session.heldBack && <Badge tone="warn">held back</Badge>}
            {status === 'active' && <Badge tone="good">active</Badge>}
            <RelativeTime at={lastEventAt} />
          </>
        }
      />
    </>
  )
}

const statuses = [
  ['active', 'Active'],
  ['completed', 'Ended'],
] as const

const orders = [
  ['latest', 'Latest first'],
  ['oldest', 'Oldest first'],
  ['longest', 'Most turns first'],
] as const

/** Kept in the URL, so that going back restores them. */
function SessionFilters({ search, isFiltered }: { search: SessionsSearch; isFiltered: boolean }) {
  const navigate = useNavigate({ from: '/sessions' })
  const projects = useProjectOptions()
  const hosts = useOperation('listSessions', { limit: 1 }).data?.hosts ?? []
  const show = (change: SessionsSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true })
  return (
    <search>
      <Filters isFiltered={isFiltered} onClear={() => show(readSessionsSearch({}))}>
        <TextFilter
          label="Filter by prompt"
          value={search.text}
          onChange={(text) => show({ text })}
        />
        <ChipSelect
          label="Project"
          value={search.project}
          options={projects}
          onChange={(project) => show({ project })}
        />
        {hosts.length > 1 && (
          <ChipSelect
            label="Agent"
            value={search.host}
            options={hosts.map((host) => [host, nameAgent(host)] as const)}
            onChange={(host) => show({ host })}
          />
        )}
        <ChipSelect
          label="Status"
          value={search.status}
          options={statuses}
          onChange={(status) => show({ status })}
        />
        <ChipSelect
          label="Sort"
          value={search.order}
          options={orders}
          onChange={(order) => show({ order })}
        />
      </Filters>
    </search>
  )
}

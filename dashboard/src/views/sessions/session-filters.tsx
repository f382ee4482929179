import { useNavigate } from '@tanstack/react-router'
import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { ChipSelect, Filters, TextFilter } from '../../components/filters.tsx'
import { useProjectOptions } from '../../project/current-project.tsx'
import { readSessionsSearch, type SessionsSearch } from '../../read-params.ts'

const statuses = [
  ['active', 'Active'],
  ['completed', 'Ended'],
] as const

const orders = [
  ['latest', 'Latest first'],
  ['oldest', 'Oldest first'],
  ['longest', 'Most turns first'],
] as const

interface SessionFiltersProps {
  readonly search: SessionsSearch
  readonly isFiltered: boolean
}

/** Kept in the URL, so that going back restores them. */
export function SessionFilters({ search, isFiltered }: SessionFiltersProps) {
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

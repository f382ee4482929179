import { useNavigate } from '@tanstack/react-router'
import { useOperation } from '../../api/operation-hooks.ts'
import { useProjectOptions } from '../../api/project-options.ts'
import { ChipSelect } from '../../components/chip-select.tsx'
import { Filters } from '../../components/filters.tsx'
import type { SessionsSearch } from './sessions-search.ts'

const statuses = [
  ['active', 'Active'],
  ['completed', 'Ended'],
] as const

const noFilter: SessionsSearch = { project: undefined, host: undefined, status: undefined }

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
      <Filters isFiltered={isFiltered} onClear={() => show(noFilter)}>
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
            options={hosts.map((host) => [host, host] as const)}
            onChange={(host) => show({ host })}
          />
        )}
        <ChipSelect
          label="Status"
          value={search.status}
          options={statuses}
          onChange={(status) => show({ status })}
        />
      </Filters>
    </search>
  )
}

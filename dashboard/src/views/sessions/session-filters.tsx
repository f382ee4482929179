import { useNavigate } from '@tanstack/react-router'
import { useOperation } from '../../api/operation-hooks.ts'
import { ChipSelect } from '../../components/chip-select.tsx'
import type { SessionsSearch } from './sessions-search.ts'

const statuses = [
  ['active', 'Active'],
  ['completed', 'Ended'],
] as const

/** They are in the address, so that a way back finds them again. */
export function SessionFilters({ search }: { search: SessionsSearch }) {
  const navigate = useNavigate({ from: '/sessions' })
  const projects = useOperation('listProjects', {}).data?.projects ?? []
  const hosts = useOperation('listSessions', { limit: 1 }).data?.hosts ?? []
  const show = (change: SessionsSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true })
  return (
    <search className="row">
      <ChipSelect
        label="Project"
        value={search.project}
        options={projects.map(({ id, name }) => [id, name] as const)}
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
    </search>
  )
}

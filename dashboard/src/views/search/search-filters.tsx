import { memoryKinds, memoryScopes, nameAgent } from '../../../../src/contract/vocabulary.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { useProjectOptions } from '../../api/project-options.ts'
import { Chip } from '../../components/chip.tsx'
import { ChipSelect } from '../../components/chip-select.tsx'
import { Filters } from '../../components/filters.tsx'
import { scopeWords, typeWords } from '../../wording/memories.ts'
import { periods, type SearchParams } from './search-params.ts'

interface SearchFiltersProps {
  readonly params: SearchParams
  readonly onChange: (change: SearchParams) => void
}

const types = ['memory', 'turn', 'tool-event', 'session'] as const
const periodWords = { day: 'Past day', week: 'Past week', month: 'Past month', year: 'Past year' }
const none: SearchParams = {
  type: undefined,
  kind: undefined,
  scope: undefined,
  project: undefined,
  host: undefined,
  within: undefined,
}

export function SearchFilters({ params, onChange }: SearchFiltersProps) {
  const projects = useProjectOptions()
  const hosts = useOperation('listSessions', { limit: 1 }).data?.hosts ?? []
  const { query: _, ...filters } = params
  return (
    <Filters
      isFiltered={Object.values(filters).some((value) => value !== undefined)}
      onClear={() => onChange(none)}
    >
      {types.map((type) => (
        <Chip
          key={type}
          isOn={params.type === type}
          onToggle={() => onChange({ ...none, ...filters, ...toggled(type, params.type) })}
        >
          {typeWords[type]}
        </Chip>
      ))}
      <ChipSelect
        label="Kind"
        value={params.kind}
        options={memoryKinds.map((kind) => [kind, kind])}
        onChange={(kind) => onChange({ kind, ...(kind && { type: 'memory' }) })}
      />
      <ChipSelect
        label="Scope"
        value={params.scope}
        options={memoryScopes.map((scope) => [scope, scopeWords[scope]])}
        onChange={(scope) =>
          onChange({ scope, project: undefined, ...(scope && { type: 'memory' }) })
        }
      />
      <ChipSelect
        label="Project"
        value={params.project}
        options={projects}
        onChange={(project) => onChange({ project, scope: undefined })}
      />
      <ChipSelect
        label="Agent"
        value={params.host}
        options={hosts.map((host) => [host, nameAgent(host)])}
        onChange={(host) => onChange({ host })}
      />
      <ChipSelect
        label="Date"
        value={params.within}
        options={periods.map((period) => [period, periodWords[period]])}
        onChange={(within) => onChange({ within })}
      />
    </Filters>
  )
}

/** Kinds and scopes are for memories only. */
function toggled(type: SearchParams['type'], former: SearchParams['type']): SearchParams {
  const next = type === former ? undefined : type
  return next === 'memory' ? { type: next } : { type: next, kind: undefined, scope: undefined }
}

import { type RefObject, useEffect } from 'react'
import {
  hitTypes,
  memoryKinds,
  memoryScopes,
  nameAgent,
} from '../../../../src/contract/vocabulary.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { IconButton } from '../../components/button.tsx'
import { Chip, ChipSelect, Filters } from '../../components/filters.tsx'
import { Icon } from '../../components/icon.tsx'
import { Keys } from '../../components/keys.tsx'
import { useProjectOptions } from '../../project/current-project.tsx'
import { longestText } from '../../read-params.ts'
import { scopeWords, typeWords } from '../../wording/memories.ts'
import { periods, readSearch, type SearchParams } from './search-params.ts'

interface SearchFiltersProps {
  readonly params: SearchParams
  readonly onChange: (change: SearchParams) => void
}

const types = hitTypes
const periodWords = { day: 'Past day', week: 'Past week', month: 'Past month', year: 'Past year' }
const { query: _, ...none } = readSearch({})

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

interface SearchBoxProps {
  readonly box: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly onChange: (value: string) => void
  /** Moves the focus to the hits. */
  readonly onLeave: () => void
}

export function SearchBox({ box, value, onChange, onLeave }: SearchBoxProps) {
  useEffect(() => box.current?.focus(), [box])
  const onClear = () => {
    onChange('')
    box.current?.focus()
  }
  return (
    <div className="search-box">
      <Icon name="search" />
      <input
        ref={box}
        type="search"
        aria-label="Search memories and history"
        placeholder="Words, a question, a path, an error"
        autoComplete="off"
        maxLength={longestText}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          onLeave()
        }}
      />
      {value === '' ? (
        <span aria-hidden="true">
          <Keys keys="/" />
        </span>
      ) : (
        <IconButton icon="close" label="Clear the search" onClick={onClear} />
      )}
    </div>
  )
}

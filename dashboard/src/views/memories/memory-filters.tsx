import {
  memoryKinds,
  memoryOrders,
  memoryScopes,
  memorySourceNames,
  memoryStandings,
} from '../../../../src/contract/vocabulary.ts'
import { useProjectOptions } from '../../api/project-options.ts'
import { Chip } from '../../components/chip.tsx'
import { ChipSelect } from '../../components/chip-select.tsx'
import { Filters } from '../../components/filters.tsx'
import { TextFilter } from '../../components/text-filter.tsx'
import { orderWords, scopeWords, sourceWords, standingWords } from '../../wording/memories.ts'
import { isFiltered, type MemoryFilter, noFilter } from './memory-filter.ts'

interface MemoryFiltersProps {
  readonly filter: MemoryFilter
  readonly onChange: (change: MemoryFilter) => void
}

export function MemoryFilters({ filter, onChange }: MemoryFiltersProps) {
  const projects = useProjectOptions()
  const { kind, scope, project, source, standing, tag, pinned, superseded, text, order } = filter
  return (
    <Filters isFiltered={isFiltered(filter)} onClear={() => onChange(noFilter)}>
      <TextFilter
        label="Filter by text"
        value={text}
        onChange={(next) => onChange({ text: next })}
      />
      <Chip isOn={pinned === true} onToggle={() => onChange({ pinned: pinned ? undefined : true })}>
        Pinned
      </Chip>
      <ChipSelect
        label="Kind"
        value={kind}
        options={memoryKinds.map((name) => [name, name])}
        onChange={(next) => onChange({ kind: next })}
      />
      <ChipSelect
        label="Scope"
        value={scope}
        options={memoryScopes.map((name) => [name, scopeWords[name]])}
        onChange={(next) => onChange({ scope: next, project: undefined })}
      />
      <ChipSelect
        label="Project"
        value={project}
        options={projects}
        onChange={(next) => onChange({ project: next, scope: undefined })}
      />
      <ChipSelect
        label="Made"
        value={source}
        options={memorySourceNames.map((name) => [name, sourceWords[name]])}
        onChange={(next) => onChange({ source: next })}
      />
      <ChipSelect
        label="Standing"
        value={standing}
        options={memoryStandings.map((name) => [name, standingWords[name]])}
        onChange={(next) => onChange({ standing: next })}
      />
      <Chip
        isOn={superseded === true}
        onToggle={() => onChange({ superseded: superseded ? undefined : true })}
      >
        With superseded
      </Chip>
      <ChipSelect
        label="Sort"
        value={order}
        options={memoryOrders.map((name) => [name, orderWords[name]])}
        onChange={(next) => onChange({ order: next })}
      />
      {tag && (
        <Chip isOn onToggle={() => onChange({ tag: undefined })}>
          #{tag}
        </Chip>
      )}
    </Filters>
  )
}

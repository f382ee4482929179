import { useOperation } from '../../api/operation-hooks.ts'
import { Chip } from '../../components/chip.tsx'
import { ChipSelect } from '../../components/chip-select.tsx'
import { Filters } from '../../components/filters.tsx'
import { number } from '../../wording/amounts.ts'
import type { Review, ReviewFilter } from './use-review.ts'
import { kindNames } from './wording.ts'

interface ReviewFiltersProps {
  readonly filter: ReviewFilter
  readonly onChange: (filter: ReviewFilter) => void
  readonly counts: Review['counts']
}

/** Kinds of which there is none are not offered. */
export function ReviewFilters({ filter, onChange, counts }: ReviewFiltersProps) {
  const projects = useOperation('listProjects', {}).data?.projects ?? []
  const shown = counts.filter(({ kind, count }) => count > 0 || kind === filter.kind)
  const isFiltered = filter.kind !== undefined || filter.project !== undefined
  return (
    <Filters isFiltered={isFiltered} onClear={() => onChange({})}>
      {projects.length > 1 && (
        <ChipSelect
          label="Project"
          value={filter.project}
          options={projects.map(({ id, name }) => [id, name])}
          onChange={(project) => onChange({ ...filter, project })}
        />
      )}
      {shown.map(({ kind, count }) => (
        <Chip
          key={kind}
          isOn={filter.kind === kind}
          onToggle={() => onChange({ ...filter, kind: filter.kind === kind ? undefined : kind })}
        >
          {kindNames[kind]} <span className="review-count">{number(count)}</span>
        </Chip>
      ))}
    </Filters>
  )
}

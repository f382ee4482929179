import { useProjectOptions } from '../../api/project-options.ts'
import { Chip } from '../../components/chip.tsx'
import { ChipSelect } from '../../components/chip-select.tsx'
import { Filters } from '../../components/filters.tsx'
import type { ReviewFilter } from '../../read-params.ts'
import { number } from '../../wording/amounts.ts'
import type { Review } from './review-item.ts'
import { kindNames } from './wording.ts'

interface ReviewFiltersProps {
  readonly filter: ReviewFilter
  readonly onChange: (change: ReviewFilter) => void
  readonly counts: Review['counts']
}

/** Offers only kinds that occur. */
export function ReviewFilters({ filter, onChange, counts }: ReviewFiltersProps) {
  const projects = useProjectOptions()
  const shown = counts.filter(({ kind, count }) => count > 0 || kind === filter.kind)
  return (
    <Filters
      isFiltered={isFiltered(filter)}
      onClear={() => onChange({ kind: undefined, project: undefined })}
    >
      {projects.length > 1 && (
        <ChipSelect
          label="Project"
          value={filter.project}
          options={projects}
          onChange={(project) => onChange({ project })}
        />
      )}
      {shown.map(({ kind, count }) => (
        <Chip
          key={kind}
          isOn={filter.kind === kind}
          onToggle={() => onChange({ kind: filter.kind === kind ? undefined : kind })}
        >
          {kindNames[kind]} <span className="review-count">{number(count)}</span>
        </Chip>
      ))}
    </Filters>
  )
}

export function isFiltered({ kind, project }: ReviewFilter): boolean {
  return kind !== undefined || project !== undefined
}

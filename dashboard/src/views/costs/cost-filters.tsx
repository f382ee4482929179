import { useNavigate } from '@tanstack/react-router'
import { useProjectOptions } from '../../api/project-options.ts'
import { Chip } from '../../components/chip.tsx'
import { ChipSelect } from '../../components/chip-select.tsx'
import { Filters } from '../../components/filters.tsx'
import { type CostsSearch, type Period, periods, usualDays } from './costs-search.ts'

const names: Record<Period, string> = { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'A year' }

interface CostFiltersProps {
  readonly project: string | undefined
  readonly days: Period
}

/** Kept in the URL, so that going back restores them. */
export function CostFilters({ project, days }: CostFiltersProps) {
  const navigate = useNavigate({ from: '/costs' })
  const projects = useProjectOptions()
  const show = (search: CostsSearch) => void navigate({ search, replace: true })
  return (
    <search>
      <Filters
        isFiltered={project !== undefined || days !== usualDays}
        onClear={() => show({ project: undefined, days: undefined })}
      >
        {periods.map((period) => (
          <Chip
            key={period}
            isOn={period === days}
            onToggle={() => show({ project, days: period })}
          >
            {names[period]}
          </Chip>
        ))}
        <ChipSelect
          label="Project"
          value={project}
          options={projects}
          onChange={(chosen) => show({ project: chosen, days })}
        />
      </Filters>
    </search>
  )
}

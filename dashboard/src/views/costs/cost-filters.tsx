import { useNavigate } from '@tanstack/react-router'
import { useOperation } from '../../api/operation-hooks.ts'
import { Chip } from '../../components/chip.tsx'
import { ChipSelect } from '../../components/chip-select.tsx'
import { type Period, periods } from './costs-search.ts'

const names: Record<Period, string> = { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'A year' }

/** They are in the address, so that a way back finds them again. */
export function CostFilters({ project, days }: { project: string | undefined; days: Period }) {
  const navigate = useNavigate({ from: '/costs' })
  const projects = useOperation('listProjects', {}).data?.projects ?? []
  return (
    <search className="row">
      <ChipSelect
        label="All projects"
        value={project}
        options={projects.map(({ id, name }) => [id, name] as const)}
        onChange={(chosen) => void navigate({ search: { project: chosen, days }, replace: true })}
      />
      {periods.map((period) => (
        <Chip
          key={period}
          isOn={period === days}
          onToggle={() => void navigate({ search: { project, days: period }, replace: true })}
        >
          {names[period]}
        </Chip>
      ))}
    </search>
  )
}

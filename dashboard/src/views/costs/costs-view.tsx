import './costs.css'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useOperation } from '../../api/operation-hooks.ts'
import { Chip, ChipSelect, Filters } from '../../components/filters.tsx'
import { EmptyState, Pending } from '../../components/placeholders.tsx'
import { View } from '../../components/view.tsx'
import { useProjectOptions } from '../../project/current-project.tsx'
import { type CostPeriod, type CostsSearch, costPeriods } from '../../read-params.ts'
import { CostCharts } from './cost-charts.tsx'
import { CostFigures, StorageCard } from './cost-figures.tsx'

/** Counting everything takes a tenth of a second: too long for each event. */
const refetchEveryMs = 30_000

const usualDays = 30

export function CostsView() {
  const { project, days = usualDays } = getRouteApi('/costs').useSearch()
  const options = { everyMs: refetchEveryMs, keepsPrevious: true }
  const growth = useOperation('getGrowth', { project, days }, options)
  const cost = useOperation('getCost', { by: 'day', project, days, limit: 1_000 }, options)
  const status = useOperation('getStatus', {}, { live: true })
  const error = growth.error ?? cost.error ?? status.error
  const isOfProject = project !== undefined
  const isEmpty = status.data?.totals.events === 0 && growth.data?.days.at(-1)?.memories === 0
  return (
    <View
      title="Costs"
      intro="What Throughline learned and gave to agents each day, and what models cost."
    >
      {isEmpty ? <NothingYet /> : <CostFilters project={project} days={days} />}
      {!isEmpty && !(growth.data && cost.data) && <Pending error={error} lines={8} />}
      {!isEmpty && growth.data && cost.data && (
        <>
          <CostFigures growth={growth.data} cost={cost.data} isOfProject={isOfProject} />
          <div className="costs-charts">
            <CostCharts growth={growth.data} cost={cost.data} isOfProject={isOfProject} />
          </div>
          <StorageCard storage={growth.data.storage} />
        </>
      )}
    </View>
  )
}

function NothingYet() {
  return (
    <EmptyState title="Nothing to count yet" command="throughline setup">
      Connect your coding agent once. Its activity, the memories learned and the model costs are
      then charted here by day.
    </EmptyState>
  )
}

const names: Record<CostPeriod, string> = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  365: 'A year',
}

/** Kept in the URL, so that going back restores them. */
function CostFilters({ project, days }: { project: string | undefined; days: CostPeriod }) {
  const navigate = useNavigate({ from: '/costs' })
  const projects = useProjectOptions()
  const show = (search: CostsSearch) => void navigate({ search, replace: true })
  return (
    <search>
      <Filters
        isFiltered={project !== undefined || days !== usualDays}
        onClear={() => show({ project: undefined, days: undefined })}
      >
        {costPeriods.map((period) => (
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

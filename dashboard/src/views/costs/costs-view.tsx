import './costs.css'
import { getRouteApi } from '@tanstack/react-router'
import { useOperation } from '../../api/operation-hooks.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { View } from '../../components/view.tsx'
import { CostCharts } from './cost-charts.tsx'
import { CostFigures } from './cost-figures.tsx'
import { CostFilters } from './cost-filters.tsx'
import { StorageCard } from './storage-card.tsx'

const usualDays = 30
/** To count everything takes a tenth of a second: too much for each event. */
const lookEveryMs = 30_000

/** What there is more of day by day, and what it costs. */
export function CostsView() {
  const { project, days = usualDays } = getRouteApi('/costs').useSearch()
  const options = { everyMs: lookEveryMs, keepsPrevious: true }
  const growth = useOperation('getGrowth', { project, days }, options)
  const cost = useOperation('getCost', { by: 'day', project, days, limit: 1_000 }, options)
  const status = useOperation('getStatus', {}, { live: true })
  const error = growth.error ?? cost.error ?? status.error
  const isEmpty = status.data?.totals.events === 0 && growth.data?.days.at(-1)?.memories === 0
  return (
    <View
      title="Costs"
      intro="What was learned and handed to agents day by day, and what models cost."
      actions={!isEmpty && <CostFilters project={project} days={days} />}
    >
      {error && <ErrorNote error={error} />}
      {isEmpty && <NothingYet />}
      {!error && !isEmpty && (
        <>
          {!growth.data && <Skeleton lines={8} />}
          {growth.data && cost.data && (
            <>
              <CostFigures growth={growth.data} cost={cost.data} />
              <div className="costs-charts">
                <CostCharts growth={growth.data} cost={cost.data} />
                <StorageCard storage={growth.data.storage} />
              </div>
            </>
          )}
        </>
      )}
    </View>
  )
}

function NothingYet() {
  return (
    <EmptyState title="Nothing to count yet" command="throughline setup">
      Wire your coding agent once. What it does, what is learned from it and what models cost is
      then charted here by day.
    </EmptyState>
  )
}

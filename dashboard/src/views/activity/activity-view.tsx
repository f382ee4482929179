import './activity.css'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useOperation } from '../../api/operation-hooks.ts'
import { Chip, ChipSelect, Filters } from '../../components/filters.tsx'
import { EmptyState, Pending } from '../../components/placeholders.tsx'
import { View } from '../../components/view.tsx'
import { useProjectOptions } from '../../project/current-project.tsx'
import { type ActivityPeriod, type ActivitySearch, activityPeriods } from '../../read-params.ts'
import { DayCharts } from './day-charts.tsx'
import { EditedFiles } from './edited-files.tsx'
import { MemoryGroups } from './memory-groups.tsx'
import { ModelCost } from './model-cost.tsx'
import { Proof } from './proof.tsx'
import { RepeatedFailures } from './repeated-failures.tsx'
import { Storage } from './storage.tsx'

/** Counting everything takes a tenth of a second: too long for each event. */
const refetchEveryMs = 30_000

const usualDays = 30

/** What was worked on, and whether memory was there. */
export function ActivityView() {
  const { project, days = usualDays } = getRouteApi('/activity').useSearch()
  const options = { everyMs: refetchEveryMs, keepsPrevious: true }
  const growth = useOperation('getGrowth', { project, days }, options)
  const cost = useOperation('getCost', { by: 'day', project, days, limit: 1_000 }, options)
  const hotspots = useOperation('getHotspots', { project, days }, options)
  const status = useOperation('getStatus', {}, { live: true })
  const error = growth.error ?? cost.error ?? hotspots.error ?? status.error
  const isEmpty = status.data?.totals.events === 0 && growth.data?.days.at(-1)?.memories === 0
  const isLoaded = growth.data && cost.data && hotspots.data
  return (
    <View title="Activity" intro="What was worked on, and whether memory was there.">
      {isEmpty ? <NothingYet /> : <ActivityFilters project={project} days={days} />}
      {!isEmpty && !isLoaded && <Pending error={error} lines={8} />}
      {!isEmpty && isLoaded && (
        <>
          <DayCharts days={growth.data.days} />
          <Proof project={project} />
          <EditedFiles files={hotspots.data.files} isOfProject={project !== undefined} />
          <MemoryGroups project={project} />
          <RepeatedFailures
            failures={hotspots.data.failures}
            dates={growth.data.days.map(({ day }) => day)}
            isOfProject={project !== undefined}
          />
          <ModelCost growth={growth.data} cost={cost.data} />
          <Storage storage={growth.data.storage} />
        </>
      )}
    </View>
  )
}

function NothingYet() {
  return (
    <EmptyState title="Nothing to show yet" command="throughline setup">
      Connect your coding agent once. Its work, the memories learned and the files that lack one are
      then shown here by day.
    </EmptyState>
  )
}

const names: Record<ActivityPeriod, string> = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  365: 'A year',
}

interface ActivityFiltersProps {
  readonly project: string | undefined
  readonly days: ActivityPeriod
}

/** Kept in the URL, so that going back restores them. */
function ActivityFilters({ project, days }: ActivityFiltersProps) {
  const navigate = useNavigate({ from: '/activity' })
  const projects = useProjectOptions()
  const show = (search: ActivitySearch) => void navigate({ search, replace: true })
  return (
    <search>
      <Filters
        isFiltered={project !== undefined || days !== usualDays}
        onClear={() => show({ project: undefined, days: undefined })}
      >
        {activityPeriods.map((period) => (
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

import { useMemo } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { bytes, count, dollars, number } from '../../wording/amounts.ts'
import { share, sumOf } from './cost-figures.tsx'
import { DayChart } from './day-chart.tsx'
import type { ChartSeries } from './draw-chart.ts'

interface CostChartsProps {
  readonly growth: OutputOf<'getGrowth'>
  readonly cost: OutputOf<'getCost'>
}

interface AllChartsProps extends CostChartsProps {
  readonly isOfProject: boolean
}

export function CostCharts({ growth, cost, isOfProject }: AllChartsProps) {
  return (
    <>
      <ModelCost growth={growth} cost={cost} />
      <ContextUse days={growth.days} />
      <Memories days={growth.days} />
      <Learned days={growth.days} />
      <Events days={growth.days} />
      <DatabaseSize days={growth.days} isOfProject={isOfProject} />
    </>
  )
}

type Days = OutputOf<'getGrowth'>['days']

const dateOf = ({ day }: Days[number]) => day

/** In dollars, or in tokens if nothing cost money. */
function ModelCost({ growth, cost }: CostChartsProps) {
  const { total, budget, groups } = cost
  const isMoney = total.costUsd > 0 || total.tokens === 0
  const limit = isMoney ? budget.limits.dailyUsd : budget.limits.dailyTokens
  const format = isMoney ? dollars : number
  const amount = isMoney ? dollars(total.costUsd) : count(total.tokens, 'token')
  const { days, series } = useMemo(() => {
    const byDay = new Map(groups.map((group) => [group.group, group]))
    const values = growth.days.map(({ day }) => {
      const found = byDay.get(day)
      return (isMoney ? found?.costUsd : found?.tokens) ?? 0
    })
    // A distant limit would flatten everything else.
    const isNear = limit !== undefined && Math.max(...values) * 8 >= limit
    return {
      days: growth.days.map(dateOf),
      series: [
        { label: 'Cost', values, colour: '--accent', look: 'bars' as const },
        ...(isNear
          ? [
              {
                label: 'Limit',
                values: values.map(() => limit),
                colour: '--warn',
                look: 'level' as const,
              },
            ]
          : []),
      ],
    }
  }, [growth, groups, isMoney, limit])
  return (
    <DayChart
      title="What models cost"
      summary={`${amount} for ${count(total.calls, 'call')}${limit === undefined ? '' : `; the limit is ${format(limit)} a day`}.`}
      days={days}
      series={series}
      format={format}
      nothing="No model was used in this period; local rules are free."
    />
  )
}

/** Used tokens are drawn over all tokens, so their share shows. */
function ContextUse({ days }: { days: Days }) {
  const [injected, used] = [sumOf(days, 'tokensInjected'), sumOf(days, 'tokensUsed')]
  return (
    <DayChart
      title="Tokens given to agents"
      summary={`${count(injected, 'token')}, of which ${share(used, injected)} was used.`}
      {...useSeries(days, [
        { label: 'Given', figure: 'tokensInjected', colour: '--line-strong' },
        { label: 'Used', figure: 'tokensUsed', colour: '--accent' },
      ])}
      nothing="No context was given in this period."
    />
  )
}

function Memories({ days }: { days: Days }) {
  const [first, last] = [days[0]?.memories ?? 0, days.at(-1)?.memories ?? 0]
  const difference = last - first
  return (
    <DayChart
      title="Memories"
      summary={`${number(last)} now, ${number(Math.abs(difference))} ${difference < 0 ? 'fewer' : 'more'} than ${days.length} days ago.`}
      {...useSeries(days, [
        { label: 'Memories', figure: 'memories', colour: '--accent', look: 'line' },
      ])}
      nothing="No memories yet."
    />
  )
}

function Learned({ days }: { days: Days }) {
  const words = [
    `${number(sumOf(days, 'learned'))} learned`,
    `${number(sumOf(days, 'superseded'))} superseded`,
    `${number(sumOf(days, 'forgotten'))} forgotten`,
  ]
  return (
    <DayChart
      title="Learned each day"
      summary={`${words.join(', ')}.`}
      {...useSeries(days, [
        { label: 'Learned', figure: 'learned', colour: '--accent' },
        { label: 'Superseded', figure: 'superseded', colour: '--warn', look: 'points' },
        { label: 'Forgotten', figure: 'forgotten', colour: '--bad', look: 'points' },
      ])}
      nothing="Nothing was learned, superseded or forgotten in this period."
    />
  )
}

function Events({ days }: { days: Days }) {
  const sessions = count(sumOf(days, 'sessions'), 'session')
  return (
    <DayChart
      title="Events captured"
      summary={`${count(sumOf(days, 'events'), 'event')} in ${sessions}.`}
      {...useSeries(days, [{ label: 'Events', figure: 'events', colour: '--accent' }])}
      nothing="Nothing was captured in this period."
    />
  )
}

interface DatabaseSizeProps {
  readonly days: OutputOf<'getGrowth'>['days']
  readonly isOfProject: boolean
}

const powersOfTwo = Array.from({ length: 48 }, (_, power) => 2 ** power)

function DatabaseSize({ days, isOfProject }: DatabaseSizeProps) {
  return (
    <DayChart
      title="Database size"
      summary={describeGrowth(days) + (isOfProject ? ' All projects share this one file.' : '')}
      {...useSeries(days, [
        { label: 'Size', figure: 'databaseBytes', colour: '--accent', look: 'line' },
      ])}
      format={bytes}
      steps={powersOfTwo}
      nothing="The size has not been recorded yet."
    />
  )
}

function describeGrowth(days: DatabaseSizeProps['days']): string {
  const first = days.find(({ databaseBytes }) => databaseBytes !== undefined)
  const [before, now] = [first?.databaseBytes ?? 0, days.at(-1)?.databaseBytes ?? 0]
  if (!first || first === days.at(-1)) return `${bytes(now)} now; recorded from today.`
  const change = `${bytes(Math.abs(now - before))} ${now < before ? 'less' : 'more'}`
  return `${bytes(now)} now, ${change} than on ${first.day}.`
}

interface DrawnFigure extends Pick<ChartSeries, 'label' | 'colour'> {
  readonly figure: Exclude<keyof Days[number], 'day'>
  readonly look?: ChartSeries['look']
}

/** Daily figures as chart series. Series after the first are left out if they are all zero. */
function useSeries(days: Days, figures: readonly DrawnFigure[]) {
  const shape = JSON.stringify(figures)
  return useMemo(() => {
    const happened = ({ figure }: DrawnFigure, index: number) =>
      index === 0 || days.some((day) => (day[figure] ?? 0) > 0)
    const drawn = JSON.parse(shape) as DrawnFigure[]
    return {
      days: days.map(({ day }) => day),
      series: drawn.filter(happened).map(({ figure, look = 'bars', ...rest }) => ({
        ...rest,
        look,
        values: days.map((day) => day[figure] ?? null),
      })),
    }
  }, [days, shape])
}

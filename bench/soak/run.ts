/** `npm run bench -- soak`: prints each hour of a simulated day, and what changed over it. */

import type { BenchOptions } from '../options.ts'
import { formatTable, round } from '../statistics.ts'
import { type Day, simulateDay } from './day.ts'
import { isFlat } from './flatness.ts'
import type { Sample } from './measure.ts'

const megabytes = (bytes: number) => round(bytes / 2 ** 20, 1)

export async function run({ json, minutes }: BenchOptions & { minutes: number }): Promise<void> {
  const write = (text: string) => void process.stdout.write(text)
  const day = await simulateDay({ minutes, ...(!json && { onHour: (hour) => write(line(hour)) }) })
  write(json ? `${JSON.stringify(day)}\n` : describe(day))
  if (day.faults.length > 0 || !day.trends.every(isFlat)) process.exitCode = 1
}

function line({
  hour,
  pid,
  events,
  heap,
  resident,
  files,
  resources,
  log,
  database,
}: Sample): string {
  const figures = [
    `hour ${String(hour).padStart(2)}  daemon ${pid}  ${events} events`,
    `heap ${megabytes(heap)} MB, resident ${megabytes(resident)} MB`,
    `${files} files, ${resources} resources`,
    `log ${megabytes(log)} MB, database ${megabytes(database)} MB`,
  ]
  return `${figures.join('; ')}\n`
}

function describe({ sessions, events, imported, hooks, seconds, trends, faults }: Day): string {
  const rows = trends.map((trend) => [
    trend.unit === '' ? trend.name : `${trend.name}, ${trend.unit}`,
    ...[trend.earlier, trend.later, trend.limit].map(String),
    isFlat(trend) ? '' : 'GROWS',
  ])
  return [
    `${sessions} sessions, ${events} events, ${imported} more imported, in ${Math.round(seconds)} s`,
    `${hooks.runs} events by a process of the hook, ${hooks.answers} answered, the slowest after ${Math.round(hooks.slowestMs)} ms`,
    '',
    formatTable([['', 'earlier', 'later', 'limit', ''], ...rows]),
    ...(faults.length === 0 ? ['nothing lost'] : faults.map((fault) => `FAULT ${fault}`)),
    '',
  ].join('\n')
}

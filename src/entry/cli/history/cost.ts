import type { OutputOf } from '../../../contract/operations/index.ts'
import { nameAgent } from '../../../contract/vocabulary.ts'
import { type Command, option, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { bars, brief, count, dollars, excerpt, table, wholeNumber } from '../present.ts'

export const costCommand: Command = {
  options: [
    ...optionsOf('getCost', 'by'),
    option('--days <n>', 'Days to look back (default: 30, or all days of a session)'),
    ...optionsOf('getCost', 'project', 'session', 'limit'),
  ],
  examples: ['cost', 'cost --by model --days 7', 'cost --by session --project widgets'],
  run: (context, options) =>
    context.read(async ({ ask }) => {
      const cost = await ask('getCost', options)
      if (options.json) return context.printJson(cost)
      const ever = await ask('getCost', { by: 'purpose', from: '1970-01-01', limit: 1 })
      printCost(context, cost, { everCalled: ever.total.calls > 0 })
    }),
}

type Cost = OutputOf<'getCost'>
type Group = Cost['groups'][number]

const usualColumns = 80
const longestBar = 40

function printCost(context: CliContext, cost: Cost, { everCalled }: { everCalled: boolean }): void {
  if (cost.groups.length === 0) {
    context.print(nothing(cost, everCalled))
  } else {
    const lines = context.isTerminal ? chart(context, cost) : undefined
    if (lines) for (const line of lines) context.print(line)
    else context.printTable(cost.groups.map(toRow))
    if (cost.groupsLeftOut > 0) context.print(`and ${cost.groupsLeftOut} more (--limit)`)
    context.print()
    context.print(totalLine(cost.total))
  }
  if (!everCalled && cost.budget.reader === 'off') return
  for (const line of spentLines(cost.budget)) context.print(line)
  const exhausted = exhaustedLine(cost.budget)
  if (exhausted) context.print(exhausted)
  if (cost.budget.reader === 'off') {
    context.print('No model reads sessions now: learning.reader is off.')
  }
}

function nothing({ budget }: Cost, everCalled: boolean): string {
  if (everCalled) return 'No model was called in this time.'
  return budget.reader === 'off'
    ? 'No model has been called. Local rules are free.'
    : 'No model has been called.'
}

const toRow = (group: Group) => [nameOf(group), ...amounts(group), sessionOf(group)]

/**
 * By money, or by tokens if nothing cost money. A session's first words go below its line.
 * @returns undefined where bars do not fit
 */
function chart(
  { columns = usualColumns }: CliContext,
  { groups, total }: Cost,
): string[] | undefined {
  const names = groups.map(nameOf)
  const numbers = alignRight(groups.map(amounts))
  const room = columns - widest(names) - widest(numbers) - 4
  if (room < 1) return undefined
  const values = groups.map(({ costUsd, tokens }) => (total.costUsd > 0 ? costUsd : tokens))
  const drawn = bars(values, Math.min(room, longestBar))
  const lines = table(names.map((name, row) => [name, drawn[row] ?? '', numbers[row] ?? '']))
  return groups.flatMap((group, row) => {
    const session = excerpt(sessionOf(group), Math.max(20, columns - 2))
    return [lines[row] ?? '', ...(session === '' ? [] : [`  ${session}`])]
  })
}

function amounts({ costUsd, calls, tokens }: Group): string[] {
  return [dollars(costUsd), count(calls, 'call'), count(tokens, 'token')]
}

const nameOf = ({ group }: Group) => brief(group) || '(no session)'

function sessionOf({ session }: Group): string {
  if (!session) return ''
  const { host, project, title } = session
  return `${[nameAgent(host), project].filter(Boolean).join(', ')}: ${title}`
}

/** `total $0.14, 14 calls (1 failed), 35,000 tokens in, 4,100 out` */
function totalLine(total: Cost['total']): string {
  const { calls, failed, unsettled, refused, inputTokens, outputTokens } = total
  const details = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unsettled > 0 ? [`${unsettled} not settled, counted at their maximum cost`] : []),
    ...(refused > 0 ? [`${refused} more stopped by the budget`] : []),
  ]
  const aside = details.length > 0 ? ` (${details.join(', ')})` : ''
  const [input, output] = [inputTokens, outputTokens].map(wholeNumber)
  return `total ${dollars(total.costUsd)}, ${count(calls, 'call')}${aside}, ${input} tokens in, ${output} out`
}

function alignRight(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => widest(rows.map((row) => row[column] ?? ''))
  return rows.map((row) => row.map((cell, column) => cell.padStart(width(column))).join('  '))
}

const widest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length))

type Budget = OutputOf<'getStatus'>['budget']

/** `today $0.12 of $1.00, 34,000 of 500,000 tokens` */
export function spentLines({ today, session, limits }: Budget): string[] {
  const line = (
    name: string,
    { costUsd, tokens }: Budget['today'],
    usdLimit: number | undefined,
    tokenLimit: number | undefined,
  ) =>
    `${name} ${ofLimit(costUsd, usdLimit, dollars)}, ${ofLimit(tokens, tokenLimit, wholeNumber)} tokens`
  return [
    line('today', today, limits.dailyUsd, limits.dailyTokens),
    ...(session ? [line('this session', session, limits.sessionUsd, limits.sessionTokens)] : []),
  ]
}

/** @returns undefined while models may be used */
export function exhaustedLine({ reader, exhausted }: Budget): string | undefined {
  if (reader === 'off' || exhausted === undefined) return undefined
  const until = exhausted.startsWith('daily') ? 'until midnight' : 'in sessions that reached it'
  return `budget.${exhausted} is exhausted; local rules have taken over ${until}`
}

function ofLimit(
  spent: number,
  limit: number | undefined,
  write: (amount: number) => string,
): string {
  return limit === undefined ? write(spent) : `${write(spent)} of ${write(limit)}`
}

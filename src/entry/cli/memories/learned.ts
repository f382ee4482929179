import type { OutputOf } from '../../../contract/operations/index.ts'
import { nameAgent } from '../../../contract/vocabulary.ts'
import { describeStanding } from '../../../contract/wording.ts'
import { shortId } from '../../../core/model/memory.ts'
import { type Command, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { ago, count, memoryCount, readableDate, wrap } from '../present.ts'

type Learned = OutputOf<'listLearned'>
type Item = Learned['items'][number]

export const learnedCommand: Command = {
  options: optionsOf('listLearned', 'since', 'project', 'limit'),
  examples: ['learned', 'learned --since 24h', 'learned --since 2026-01-31 --json'],
  run: (context, options) =>
    context.readFresh(async ({ ask }) => {
      const learned = await ask('listLearned', options)
      if (options.json) return context.printJson(learned)
      const time = describeTime(options.since)
      if (learned.items.length === 0) {
        const earlier = await ask('listLearned', { ...options, since: '3650d', limit: 1 })
        return printNothing(context, learned, time, earlier.items[0])
      }
      context.print(`Learned ${time}: ${describeCounts(learned)}`, 'heading')
      printGroup(context, 'Rules', learned.items.filter(isRule))
      const isMemory = (item: Item) => item.standing === 'memory' && !isRule(item)
      printGroup(context, 'Memories', learned.items.filter(isMemory))
      const candidates = learned.items.filter(({ standing }) => standing === 'candidate')
      printGroup(context, 'Candidates, not given to agents', candidates)
      printNext(context, learned)
    }),
}

const isRule = ({ kind, standing }: Item) => kind === 'rule' && standing === 'memory'

function describeTime(since: unknown = '7d'): string {
  const [, amount, unit = ''] = /^(\d+)([hdw])$/i.exec(String(since).trim()) ?? []
  if (amount === undefined) return `since ${since}`
  const noun = { h: 'hour', d: 'day', w: 'week' }[unit.toLowerCase()] ?? 'day'
  return Number(amount) === 1 ? `in the last ${noun}` : `in the last ${count(Number(amount), noun)}`
}

function describeCounts({ rules, memories, candidates }: Learned): string {
  return [
    ...(rules > 0 ? [count(rules, 'rule')] : []),
    ...(memories > 0 ? [memoryCount(memories)] : []),
    ...(candidates > 0 ? [count(candidates, 'candidate')] : []),
  ].join(', ')
}

const widest = 80

function printGroup(context: CliContext, title: string, items: readonly Item[]): void {
  if (items.length === 0) return
  const width = Math.min(context.columns ?? widest, widest)
  context.print()
  context.print(title, 'heading')
  for (const item of items) {
    for (const line of wrap(item.content.replace(/\s+/g, ' '), width - 2)) {
      context.print(`  ${line}`)
    }
    for (const line of wrap(describeItem(item), width - 4)) {
      context.print(`    ${line}`, 'quiet')
    }
  }
}

const speakers: Readonly<Record<Item['trust'], string>> = {
  user: 'your word',
  agent: 'the agent’s word',
  teammate: 'a teammate’s word',
  repository: 'the repository’s word',
  tool: 'from outside',
}

function describeItem(item: Item): string {
  const { kind, trust, author, standing, storedBy, host, session } = item
  const by = storedBy === undefined ? undefined : nameAgent(storedBy)
  const place = item.project ?? (item.scope === 'global' ? 'all projects' : item.scope)
  const where = host === undefined ? 'session' : `${nameAgent(host)} session`
  return [
    `${kind}, ${place}`,
    author === undefined ? speakers[trust] : `by ${author.name}`,
    ...(standing === 'memory' ? [describeStanding(item, by)] : []),
    ago(item.at, new Date()),
    ...(session === undefined ? [] : [`${where} ${shortId(session)}`]),
    shortId(item.id),
  ].join(' · ')
}

function printNext(context: CliContext, { items, candidates, ...counts }: Learned): void {
  const left = counts.rules + counts.memories + candidates - items.length
  if (left > 0) {
    context.print()
    context.print(`${left} more; --limit ${left + items.length} shows all.`)
  }
  if (candidates === 0) return
  context.print()
  context.print('throughline review --kind candidate  keeps or drops candidates, one key each')
}

/** Says why, if known, and what to do next. */
function printNothing(
  context: CliContext,
  { isCapturing }: Learned,
  time: string,
  latest: Item | undefined,
): void {
  context.print(`Nothing was learned ${time}.`)
  if (latest) {
    const day = readableDate(latest.at)
    context.print(`The latest is from ${day}: throughline learned --since ${day}`)
    return
  }
  context.print(
    isCapturing
      ? 'Sessions were captured, but nothing was stored and nothing lasting was said.'
      : 'No session was captured in that time. throughline doctor checks your agents.',
  )
  context.print('Say “remember that …” to your agent, or store it yourself:')
  context.print('throughline remember "Use pnpm here, never npm"')
}

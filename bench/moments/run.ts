/**
 * What sessions are given at each moment: replays real sessions through the product, each source into
 * one project of a fresh home, and measures how often and how much it says. All lines can be written
 * to a file, because only a reader can say what they are worth.
 */
import { writeFileSync } from 'node:fs'
import type { BenchOptions } from '../options.ts'
import { readSources } from '../real-sessions/data.ts'
import { replayAll } from '../real-sessions/replay-all.ts'
import type { Replay } from '../real-sessions/results.ts'
import { listFailures, measureFailures } from './failures.ts'
import { type Figure, presentFigures } from './figures.ts'
import { measureFiles } from './files.ts'
import { listGiven } from './given-lines.ts'
import { measurePrompts } from './prompts.ts'
import { measureStarts, measureStored } from './starts.ts'

export interface MomentsOptions extends BenchOptions {
  readonly data: string
  readonly labels: string | undefined
  /** Only the sources whose name contains it. */
  readonly source: string | undefined
  /** Whether an agent stores, after each session, what its labels say must be kept. */
  readonly storesLabels: boolean
  /** A file to write every line given to, one JSON object for each event. */
  readonly out: string | undefined
}

export async function run(options: MomentsOptions): Promise<void> {
  const { data, labels, source: wanted = '', storesLabels, out } = options
  const sources = readSources(data, labels).filter(({ name }) => name.includes(wanted))
  const storing = { storesLabels: storesLabels ? ('must' as const) : undefined }
  const replays = await replayAll(sources, storing, ({ source }, seconds) => {
    const facts = `${source.sessions.length} sessions, ${Math.round(seconds)} s`
    process.stderr.write(`${source.name}: ${facts}\n`)
  })
  if (out !== undefined) writeFileSync(out, replays.flatMap((replay) => listGiven(replay)).join(''))
  const figures = [...measureMoments(replays), ...(storesLabels ? measureStored(replays) : [])]
  const sessions = sources.reduce((sum, source) => sum + source.sessions.length, 0)
  const title = `${sessions} sessions${storesLabels ? ', labels stored' : ''}`
  const text = () => `${presentFigures(title, figures)}\n${listFailures(replays)}`
  process.stdout.write(options.json ? asJson(figures) : text())
}

function measureMoments(replays: readonly Replay[]): Figure[] {
  return [
    ...measurePrompts(replays),
    ...measureFailures(replays),
    ...measureFiles(replays),
    ...measureStarts(replays),
  ]
}

function asJson(figures: readonly Figure[]): string {
  const byName = Object.fromEntries(figures.map(({ name, value }) => [name, value ?? null]))
  return `${JSON.stringify(byName, null, 2)}\n`
}

/**
 * Whether sessions get what they need: replays real sessions through the product, each source into one
 * project of a fresh home, lets an agent store what the labels say may be kept, and looks up every
 * recorded need of a later session among the lines it was given.
 */
import { writeFileSync } from 'node:fs'
import { readReplies } from '../learning/recorded-reader.ts'
import { presentFigures } from '../moments/figures.ts'
import { listGiven } from '../moments/given-lines.ts'
import type { BenchOptions } from '../options.ts'
import { readSources } from '../real-sessions/data.ts'
import { momentName } from '../real-sessions/replay.ts'
import { replayAll } from '../real-sessions/replay-all.ts'
import type { Given, Replay } from '../real-sessions/results.ts'
import type { StoredGrades } from '../real-sessions/store-labels.ts'
import { listMisses } from './list-misses.ts'
import { measureNeeds } from './measure-needs.ts'
import { isUseful, type JudgedNeed, judgeNeeds, readNeeds } from './needs.ts'

export interface NeedsOptions extends BenchOptions {
  readonly data: string
  readonly labels: string
  readonly needs: string
  /** Which of the labels' items. */
  readonly store: StoredGrades
  /** Recorded replies of a reader, to store instead of the labels. */
  readonly replies: string | undefined
  /** Only the sources whose name contains it. */
  readonly source: string | undefined
  /** Also list what became of every unmet need. */
  readonly misses: boolean
  /** A file to write every line given to, one JSON object for each event. */
  readonly out: string | undefined
}

export async function run(options: NeedsOptions): Promise<void> {
  const { data, labels, source: wanted = '', misses, out } = options
  const sources = readSources(data, labels).filter(({ name }) => name.includes(wanted))
  const needs = readNeeds(options.needs)
  const replies = options.replies === undefined ? undefined : readReplies(options.replies)
  const explainAt = misses
    ? needs.flatMap(({ session, turn }) => [0, turn].map((each) => momentName(session, each)))
    : []
  const storesLabels = replies === undefined ? options.store : undefined
  const storing = { storesLabels, replies, explainAt: new Set(explainAt) }
  const replays = await replayAll(sources, storing, ({ source }, seconds) => {
    const facts = `${source.sessions.length} sessions, ${Math.round(seconds)} s`
    process.stderr.write(`${source.name}: ${facts}\n`)
  })
  const judged = replays.flatMap((replay) => judgeNeeds(needs, replay))
  if (out !== undefined) {
    const isNeeded = (line: Given['lines'][number], given: Given) => isUseful(line, given, judged)
    writeFileSync(out, replays.flatMap((replay) => listGiven(replay, isNeeded)).join(''))
  }
  process.stdout.write(options.json ? asJson(replays, judged) : asText(replays, judged))
  if (misses) process.stdout.write(`\n${listMisses(judged)}`)
}

function asText(replays: readonly Replay[], needs: readonly JudgedNeed[]): string {
  const sessions = replays.reduce((sum, { source }) => sum + source.sessions.length, 0)
  return presentFigures(`${sessions} sessions`, measureNeeds(replays, needs))
}

function asJson(replays: readonly Replay[], needs: readonly JudgedNeed[]): string {
  const figures = measureNeeds(replays, needs).map(({ name, value }) => [name, value ?? null])
  const unmet = needs.filter(({ metAt }) => metAt === undefined).map(({ id }) => id)
  return `${JSON.stringify({ ...Object.fromEntries(figures), unmet }, null, 2)}\n`
}

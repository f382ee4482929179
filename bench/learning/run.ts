/**
 * What the product learns from real sessions: replays them through hooks' payloads, ingest and jobs,
 * without a model or with a recorded one, each source into one project of a fresh home, and compares the memories with what
 * a careful reader would keep.
 */
import { writeFileSync } from 'node:fs'
import type { BenchOptions } from '../options.ts'
import { readSources } from '../real-sessions/data.ts'
import { isAbout, isNearly, itemName } from '../real-sessions/matching.ts'
import { replayAll } from '../real-sessions/replay-all.ts'
import type { Replay } from '../real-sessions/results.ts'
import { storedRecall } from '../real-sessions/watch-asks.ts'
import { listMisses } from './list-misses.ts'
import { type Figures, measure, measureMoments } from './measures.ts'
import { presentFigures, presentMoments, presentSources } from './present.ts'
import { readReplies } from './recorded-reader.ts'
import { targets } from './targets.ts'

export interface LearningOptions extends BenchOptions {
  readonly data: string
  readonly labels: string
  /** Only the sources whose name contains it. */
  readonly source: string | undefined
  /** Also list what was kept wrongly or missed. */
  readonly misses: boolean
  /** A file to write every memory to, one JSON object a line. */
  readonly dump: string | undefined
  /** A file with what a model answered that read each session. */
  readonly replies: string | undefined
  /** A folder to write the requests to that the model gets. */
  readonly requests: string | undefined
}

export async function run(options: LearningOptions): Promise<void> {
  const { data, labels, source: wanted = '', dump } = options
  const sources = readSources(data, labels).filter(({ name }) => name.includes(wanted))
  const replies = options.replies === undefined ? undefined : readReplies(options.replies)
  const reading = { replies, requests: options.requests }
  const replays = await replayAll(sources, reading, ({ source }, seconds) => {
    const facts = `${source.sessions.length} sessions, ${Math.round(seconds)} s`
    process.stderr.write(`${source.name}: ${facts}\n`)
  })
  if (dump !== undefined) writeFileSync(dump, replays.flatMap(memoryLines).join(''))
  const stored = options.replies === undefined ? undefined : storedRecall(replays, options.replies)
  const figures = { ...measure(replays), 'ask.stored.recall': stored }
  process.stdout.write(
    options.json ? asJson(replays, figures) : asText(replays, figures, options.misses),
  )
}

function asText(replays: readonly Replay[], figures: Figures, misses: boolean): string {
  const parts = [presentMoments, presentSources].map((present) => present(replays))
  return [
    presentFigures(replays, figures),
    ...parts,
    ...(misses ? [listMisses(replays)] : []),
  ].join('\n')
}

function asJson(replays: readonly Replay[], figures: Figures): string {
  const bySource = Object.fromEntries(
    replays.map((replay) => [replay.source.name, measure([replay])]),
  )
  const result = { figures, targets, asks: measureMoments(replays), bySource }
  // A figure without anything to divide by is null, not absent.
  return `${JSON.stringify(result, (_name, value) => value ?? null, 2)}\n`
}

/** Every memory with what it matches, for reading. */
function memoryLines({ source, memories }: Replay): string[] {
  return memories.map((memory) => {
    const items = source.sessions.flatMap((session) =>
      session.items
        .filter((item) => isAbout(memory.content, item))
        .map((item) => `${itemName(session, item)} ${item.grade}`),
    )
    const traps = source.sessions.flatMap((session) =>
      session.traps.filter((trap) => isNearly(memory.content, trap)).map((trap) => trap.class),
    )
    return `${JSON.stringify({ source: source.name, ...memory, items, traps })}\n`
  })
}

/** What a session gets when it starts. A source's first start has nothing to give and is left out. */
import { measure } from '../learning/measures.ts'
import type { Replay } from '../real-sessions/results.ts'
import { percentile } from '../statistics.ts'
import { type Figure, share } from './figures.ts'

export function measureStarts(replays: readonly Replay[]): Figure[] {
  const starts = replays.flatMap(({ starts: own }) => own.slice(1))
  const tokens = starts.map((start) => start.tokens)
  const empty = starts.filter((start) => start.tokens === 0)
  const { 'start.lines': lines } = measure(replays)
  return [
    { name: 'starts', value: starts.length },
    { name: 'start.empty', value: share(empty.length, starts.length) },
    { name: 'start.tokens.p50', value: percentile(tokens, 50), atMost: 350 },
    { name: 'start.tokens.p95', value: percentile(tokens, 95), atMost: 600 },
    { name: 'start.lines', value: lines, atMost: 6 },
  ]
}

/** Of what the agent stored, the share that counts as foreign and is never given. */
export function measureStored(replays: readonly Replay[]): Figure[] {
  const stored = replays.flatMap(({ memories }) => memories.filter(({ from }) => from.length === 0))
  const foreign = stored.filter(({ trust }) => trust === 'tool')
  return [{ name: 'stored.foreign', value: share(foreign.length, stored.length), atMost: 0.03 }]
}

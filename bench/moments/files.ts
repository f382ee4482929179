/** How often an opened file gets lines. What they are worth is for a reader to say. */
import { linesIn } from '../real-sessions/read-results.ts'
import type { Replay } from '../real-sessions/results.ts'
import { type Figure, share } from './figures.ts'

export function measureFiles(replays: readonly Replay[]): Figure[] {
  const sessions = replays.flatMap(({ source }) => source.sessions)
  const calls = sessions.flatMap(({ turns }) => turns).flatMap(({ actions }) => actions)
  const given = replays
    .flatMap((replay) => replay.given)
    .map(({ text }) => text)
    .filter((text) => text.includes('About this file:'))
  const lines = given.reduce((sum, text) => sum + linesIn(text).length, 0)
  return [
    { name: 'calls', value: calls.length },
    { name: 'file.share', value: share(given.length, calls.length) },
    { name: 'file.lines', value: lines },
  ]
}

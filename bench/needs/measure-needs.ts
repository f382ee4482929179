/** How many needs were met in time, and how many of the lines given at each moment serve one. */
import { measureFailures } from '../moments/failures.ts'
import { type Figure, share } from '../moments/figures.ts'
import type { Given, GivenLine, Replay } from '../real-sessions/results.ts'
import { isUseful, type JudgedNeed } from './needs.ts'

const ways = ['standing', 'prompt', 'action', 'failure', 'file']
const moments = ['start', 'prompt', 'tool', 'failure', 'file', 'compaction']

export function measureNeeds(replays: readonly Replay[], needs: readonly JudgedNeed[]): Figure[] {
  const met = (among: readonly JudgedNeed[]) =>
    share(among.filter(({ metAt }) => metAt !== undefined).length, among.length)
  const strong = needs.filter(({ strength }) => strength === 'strong')
  const failures = measureFailures(replays)
  return [
    { name: 'needs', value: needs.length },
    { name: 'needs.met', value: met(needs), atLeast: 0.75 },
    { name: 'needs.met.strong', value: met(strong), atLeast: 0.75 },
    ...ways.map((way) => ({
      name: `needs.met.${way}`,
      value: met(needs.filter(({ how }) => how === way)),
    })),
    ...moments.map((moment) => ({
      name: `needs.met.at.${moment}`,
      value: needs.filter(({ metAt }) => metAt?.moment === moment).length,
    })),
    ...measureStarts(replays, needs),
    ...measurePrompts(replays, needs),
    ...moments.slice(2).flatMap((moment) => usefulAt(moment, replays, needs)),
    ...failures.filter(({ name }) => name !== 'failures'),
  ]
}

/** Without the first of each source, which has nothing to give. */
function measureStarts(replays: readonly Replay[], needs: readonly JudgedNeed[]): Figure[] {
  const starts = replays.flatMap((replay) => replay.starts.slice(1))
  const tokens = starts.reduce((sum, start) => sum + start.tokens, 0)
  const most = Math.max(0, ...starts.map((start) => start.tokens))
  const rows = rowsAt('start', replays).map((each) => each.length)
  const memories = starts.reduce((sum, start) => sum + start.lines.length, 0)
  return [
    {
      name: 'start.lines',
      value: share(
        rows.reduce((sum, each) => sum + each, 0),
        starts.length,
      ),
    },
    { name: 'start.lines.most', value: Math.max(0, ...rows), atMost: 8 },
    { name: 'start.memories', value: share(memories, starts.length) },
    { name: 'start.tokens', value: share(tokens, starts.length) },
    { name: 'start.tokens.most', value: most, atMost: 600 },
    ...usefulAt('start', replays, needs, 0.4).slice(1),
  ]
}

function measurePrompts(replays: readonly Replay[], needs: readonly JudgedNeed[]): Figure[] {
  const prompts = replays.flatMap(({ source }) => source.sessions.flatMap(({ turns }) => turns))
  const typed = prompts.filter(({ auto }) => !auto).length
  const answered = replays
    .flatMap(({ given }) => given)
    .filter(({ lines }) => lines.some(({ moment }) => moment === 'prompt'))
  const rate = share(answered.length, typed)
  return [
    { name: 'prompts', value: typed },
    { name: 'prompt.lines.rate', value: rate, atMost: 0.06 },
    ...usefulAt('prompt', replays, needs, 0.5),
  ]
}

/**
 * Of lines with memories, or of digests, which say the same without one. A recap is the session's
 * own. A line with several memories is useful if one of them is.
 */
function usefulAt(
  moment: string,
  replays: readonly Replay[],
  needs: readonly JudgedNeed[],
  atLeast?: number,
): Figure[] {
  const rows = rowsAt(moment, replays).flat()
  const useful = rows.filter(({ lines, given }) =>
    lines.some((line) => isUseful(line, given, needs)),
  )
  return [
    { name: `${moment}.lines`, value: rows.length },
    {
      name: `${moment}.useful`,
      value: share(useful.length, rows.length),
      ...(atLeast !== undefined && { atLeast }),
    },
  ]
}

interface Row {
  readonly given: Given
  readonly lines: readonly GivenLine[]
}

/** The lines that count, as the agent reads them, for each event. */
function rowsAt(moment: string, replays: readonly Replay[]): Row[][] {
  return replays
    .flatMap(({ given }) => given)
    .map((given) => {
      const counted = given.lines.filter((line) => line.moment === moment && isCounted(line))
      return [...Map.groupBy(counted, ({ row }) => row).values()].map((lines) => ({ given, lines }))
    })
}

const isCounted = ({ moment, memoryId }: { moment: string; memoryId: string | undefined }) =>
  memoryId !== undefined || (moment !== 'start' && moment !== 'compaction')

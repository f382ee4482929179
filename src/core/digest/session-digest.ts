/** Summarises a session from the digests of its turns. */
import type { Digest, DigestFile, DigestStatement, DigestStep } from '../../contract/digest.ts'
import { stillOpen } from './open-ends.ts'
import { lastCites, mergeRuns } from './runs.ts'

const mostSteps = 40
const mostFiles = 100
const mostStatements = 12

/** @param turns in the order of the session */
export function digestSession(turns: readonly Digest[]): Digest {
  const runs = {
    tests: mergeRuns(turns.flatMap(({ tests }) => tests)),
    commands: mergeRuns(turns.flatMap(({ commands }) => commands)),
  }
  const filesChanged = mergeFiles(turns.flatMap((turn) => turn.filesChanged))
  const changed = new Set(filesChanged.map(({ path }) => path))
  const filesRead = mergeFiles(turns.flatMap((turn) => turn.filesRead))
  return {
    type: 'session',
    outcome: turns.at(-1)?.outcome ?? 'open',
    toolEvents: turns.reduce((total, turn) => total + turn.toolEvents, 0),
    steps: weightiest(
      turns.flatMap(({ steps }) => steps),
      mostSteps,
    ),
    filesRead: filesRead.filter(({ path }) => !changed.has(path)).slice(0, mostFiles),
    filesChanged: filesChanged.slice(0, mostFiles),
    ...runs,
    decided: distinct(turns.flatMap(({ decided }) => decided)).slice(-mostStatements),
    learned: distinct(
      turns.flatMap(({ learned }, at) => (isRefuted(turns[at + 1]) ? [] : learned)),
    ).slice(-mostStatements),
    open: stillOpen(turns, runs, filesChanged),
  }
}

/** Findings that the user objected to are not learned. */
const isRefuted = (next: Digest | undefined) =>
  next?.steps.some(({ signs }) => signs.includes('objection')) ?? false

function mergeFiles(files: readonly DigestFile[]): DigestFile[] {
  const merged = new Map<string, string[]>()
  for (const { path, cites } of files)
    merged.set(path, lastCites([...(merged.get(path) ?? []), ...cites]))
  return [...merged].map(([path, cites]) => ({ path, cites }))
}

function distinct(statements: readonly DigestStatement[]): DigestStatement[] {
  return [...new Map(statements.map((each) => [each.text.toLowerCase(), each])).values()]
}

const weights: Readonly<Record<DigestStep['signs'][number], number>> = {
  objection: 4,
  choice: 3,
  commit: 2,
  change: 2,
}

/** The turns in which the user decided and work was done, always with the first and last; in order. */
export function weightiest(steps: readonly DigestStep[], most: number): DigestStep[] {
  if (steps.length <= most) return [...steps]
  const ranked = steps
    .map((step, at) => ({ step, weight: weigh(step, at, steps.length) }))
    .sort((one, other) => other.weight - one.weight || other.step.turn - one.step.turn)
  const chosen = new Set(ranked.slice(0, most).map(({ step }) => step))
  return steps.filter((step) => chosen.has(step))
}

const endpoint = 100

function weigh({ signs, request }: DigestStep, at: number, count: number): number {
  const isEndpoint = at === 0 || at === count - 1
  const said = request === undefined || request.startsWith('(') ? -1 : 0
  return signs.reduce((sum, sign) => sum + weights[sign], said) + (isEndpoint ? endpoint : 0)
}

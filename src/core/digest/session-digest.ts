/** Summarises a session from the digests of its turns. */
import type { Digest, DigestFile, DigestStatement } from '../../contract/digest.ts'
import { stillOpen } from './open-ends.ts'
import { lastCites, mergeRuns } from './runs.ts'
import { titleSession } from './session-title.ts'
import { mergeShipped } from './shipped.ts'
import { glanceOf } from './summarise-session.ts'
import { weightiest } from './weightiest-steps.ts'

const mostSteps = 40
const mostFiles = 100
const mostStatements = 12

/**
 * @param turns in session order
 * @param summary by a model that read the session
 */
export function digestSession(turns: readonly Digest[], summary?: Digest['summary']): Digest {
  const digest = { ...mergeTurns(turns), ...(summary && { summary }) }
  return { ...digest, title: titleSession(digest, turns), glance: glanceOf(digest) }
}

function mergeTurns(turns: readonly Digest[]): Digest {
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
    shipped: mergeShipped(turns.flatMap(({ shipped }) => shipped)),
    open: stillOpen(turns, runs, filesChanged),
  }
}

/** Does not learn findings that the user objected to. */
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

/**
 * `npm test` proves each promise once. `npm run test:long` sweeps over every seed, client and state; it
 * runs these two lists only.
 */

/** `npm test` takes the first few of what they sweep over. */
const sweeping = [
  'src/adapters/postgres/sync/sync-sequence.test.ts',
  'src/adapters/redaction/redactor-properties.test.ts',
  'src/adapters/sqlite/memory/memory-store.test.ts',
  'src/core/bundle/bundle.property.test.ts',
  'src/core/consolidation/consolidation.property.test.ts',
  'src/core/context/plan-context.property.test.ts',
  'src/core/wiki/sync/sync-wiki.property.test.ts',
  'test/security/redaction-is-linear.test.ts',
  'test/wiki-in-repository.test.ts',
  'test/team/sync-crash.test.ts',
  'test/team/sync-fuzz.test.ts',
  'test/security/fuzz.test.ts',
  'test/integration/concurrent-writers.test.ts',
  'test/integration/crash.test.ts',
  'test/integration/demo.test.ts',
  'test/integration/feed-crash.test.ts',
  'test/integration/footprint.test.ts',
  'test/integration/memory-loop.test.ts',
  'test/browser/context.test.ts',
  'test/browser/delete-history.test.ts',
  'test/browser/every-view.test.ts',
  'test/browser/home.test.ts',
  'test/browser/import.test.ts',
  'test/browser/new-home.test.ts',
  'test/browser/review-team.test.ts',
  'test/browser/single-sign-on.test.ts',
  'test/browser/team-server.test.ts',
  'test/browser/wiki.test.ts',
  'test/clients/agent-models.test.ts',
  'test/clients/agent-shell.test.ts',
  'test/clients/asks.test.ts',
  'test/clients/claude-code-plugin.test.ts',
  'test/clients/copilot.test.ts',
  'test/clients/failures.test.ts',
  'test/clients/files.test.ts',
  'test/clients/gemini.test.ts',
  'test/clients/guards.test.ts',
  'test/clients/hostile-env.test.ts',
  'test/clients/mcp-inspector.test.ts',
  'test/clients/opencode.test.ts',
  'test/clients/plugins.test.ts',
  'test/clients/qwen.test.ts',
  'test/clients/team.test.ts',
]

/** `npm test` leaves them out: what they prove together has tests of its own, part by part. */
export const onlyLong = [
  'test/integration/server-image.test.ts',
  'test/integration/soak.test.ts',
  'test/clients/allowed-tools-gemini.test.ts',
  'test/clients/lifecycle.test.ts',
  'test/clients/one-memory.test.ts',
]

export const longFiles = [...sweeping, ...onlyLong]

export const isLongRun = process.env.THROUGHLINE_LONG_RUN === '1'

/** A quarter of the runs of a property or of the writes of a process, or all of them in a long run. */
export const runsOf = (all: number): number => (isLongRun ? all : Math.ceil(all / 4))

/** The first few, or all of them in a long run. */
export const sampled = <T>(all: readonly T[], most: number): readonly T[] =>
  isLongRun ? all : all.slice(0, most)

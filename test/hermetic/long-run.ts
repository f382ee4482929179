/**
 * `npm test` proves each promise once. `npm run test:long` sweeps over every seed, client and state; it
 * runs these files only.
 */
export const longFiles = [
  'src/core/bundle/bundle.property.test.ts',
  'src/core/consolidation/consolidation.property.test.ts',
  'src/core/context/plan-context.property.test.ts',
  'src/core/wiki/sync/sync-wiki.property.test.ts',
  'test/team/sync-crash.test.ts',
  'test/team/sync-fuzz.test.ts',
  'test/integration/concurrent-writers.test.ts',
  'test/integration/soak.test.ts',
  'test/browser/every-view.test.ts',
  'test/clients/failures.test.ts',
  'test/clients/files.test.ts',
  'test/clients/lifecycle.test.ts',
  'test/clients/plugins.test.ts',
]

/** Those among them that `npm test` leaves out: parts of what they do have tests of their own. */
export const onlyLong = ['test/integration/soak.test.ts', 'test/clients/lifecycle.test.ts']

export const isLongRun = process.env.THROUGHLINE_LONG_RUN === '1'

/** A quarter of the runs of a property or of the writes of a process, or all of them in a long run. */
export const runsOf = (all: number): number => (isLongRun ? all : Math.ceil(all / 4))

/** The first few, or all of them in a long run. */
export const sampled = <T>(all: readonly T[], most: number): readonly T[] =>
  isLongRun ? all : all.slice(0, most)

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/hermetic/long-first.ts'
import { longFiles, onlyLong } from './test/hermetic/long-run.ts'
import { stallFactor } from './test/hermetic/stall-factor.ts'

/** These measure time, so nothing runs beside them. */
const timed = [
  'test/integration/hanging-judge.test.ts',
  'test/integration/hook-daemon.test.ts',
  'test/integration/import-holds.test.ts',
  'test/integration/locked-database.test.ts',
  'test/browser/large-home.test.ts',
]

/** Tests of security that start daemons, commands and hooks. */
const withProcesses = [
  'test/security/dashboard-bounds.test.ts',
  'test/security/faults-are-told.test.ts',
  'test/security/identity-is-a-claim.test.ts',
  'test/security/modes.test.ts',
  'test/security/no-repository-code.test.ts',
  'test/security/repository-files.test.ts',
]

/** Runs for `fuzzSeconds`, however long that is. */
const fuzzed = ['test/security/fuzz.test.ts']

/** Where tests wait for processes they started; on two cores, three workers take a quarter less time. */
const waitingWorkers = Math.ceil(availableParallelism() * 1.5)

/** A shared machine stalls at times; what is really slow or broken fails again. */
const retry = process.env.CI ? 1 : 0

const loopbackOnly = 'test/hermetic/loopback-only.ts'
/** For tests that measure no time. A project's list replaces the common one. */
const inMemory = [loopbackOnly, 'test/hermetic/use-memory-folder.ts']

/** `npm run test:long`. */
const sweeps = {
  extends: true as const,
  test: {
    name: 'long',
    setupFiles: inMemory,
    include: longFiles,
    testTimeout: stallFactor * 300_000,
    maxWorkers: waitingWorkers,
  },
}

/** `npm test`. */
const projects = [
  {
    extends: true,
    test: {
      name: 'unit',
      setupFiles: inMemory,
      sequence: { groupOrder: 0 },
      include: [
        'src/**/*.test.ts',
        'dashboard/**/*.test.ts',
        'bench/**/*.test.ts',
        'test/*.test.ts',
        'test/security/*.test.ts',
        'test/hermetic/*.test.ts',
        'test/support/**/*.test.ts',
      ],
      exclude: [...withProcesses, ...fuzzed, ...timed],
    },
  },
  {
    extends: true,
    test: {
      name: 'timed',
      include: timed,
      isolate: true,
      testTimeout: stallFactor * 180_000,
      retry: 2,
      maxWorkers: 1,
      sequence: { groupOrder: 1 },
    },
  },
  {
    extends: true,
    test: {
      name: 'integration',
      setupFiles: inMemory,
      include: ['test/integration/**/*.test.ts', 'test/team/**/*.test.ts', ...withProcesses],
      exclude: [...timed, ...onlyLong],
      testTimeout: stallFactor * 180_000,
      maxWorkers: waitingWorkers,
      sequence: { groupOrder: 2 },
    },
  },
  {
    extends: true,
    test: {
      name: 'fuzz',
      setupFiles: inMemory,
      include: fuzzed,
      testTimeout: 24 * 3_600_000,
      maxWorkers: waitingWorkers,
      sequence: { groupOrder: 2 },
    },
  },
  {
    extends: true,
    test: {
      name: 'browser',
      setupFiles: inMemory,
      include: ['test/browser/**/*.test.ts'],
      exclude: [...timed, ...onlyLong],
      testTimeout: stallFactor * 60_000,
      maxWorkers: waitingWorkers,
      sequence: { groupOrder: 2 },
    },
  },
  {
    extends: true,
    test: {
      name: 'clients',
      setupFiles: inMemory,
      include: ['test/clients/**/*.test.ts'],
      exclude: onlyLong,
      testTimeout: stallFactor * 300_000,
      maxWorkers: waitingWorkers,
      sequence: { groupOrder: 2 },
    },
  },
]

export default defineConfig(({ mode }) => ({
  test: {
    env: { THROUGHLINE_LONG_RUN: mode === 'long' ? '1' : '0' },
    retry,
    testTimeout: stallFactor * 30_000,
    hookTimeout: stallFactor * 180_000,
    maxWorkers: '100%',
    // Tests change nothing but their own homes, so a worker loads modules once: half the processor time.
    isolate: false,
    globalSetup: 'test/hermetic/global-setup.ts',
    setupFiles: loopbackOnly,
    sequence: { sequencer: LongFirst },
    reporters: [
      'default',
      './test/hermetic/plain-summary.ts',
      './test/hermetic/tell-what-hangs.ts',
    ],
    projects: mode === 'long' ? [sweeps] : projects,
  },
}))

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: 'test/hermetic/global-setup.ts',
    setupFiles: 'test/hermetic/loopback-only.ts',
    reporters: ['default', './test/hermetic/plain-summary.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
          include: [
            'src/**/*.test.ts',
            'dashboard/**/*.test.ts',
            'test/*.test.ts',
            'test/hermetic/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          // Like those in the browser they measure times, so they have the machine for themselves.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 60_000,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'clients',
          include: ['test/clients/**/*.test.ts'],
          testTimeout: 300_000,
          maxWorkers: '100%',
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})

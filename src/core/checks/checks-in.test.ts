import { expect, test } from 'vitest'
import { checkName } from '../model/check.ts'
import { checksIn } from './checks-in.ts'

const of = (content: string, files: readonly string[] = []) =>
  checksIn({ content, files, kind: 'fact' }).map(checkName)

test.each([
  ['Formatting is fixed by `npm run lint:fix`', 'script lint:fix'],
  ['Run `pnpm run -s build` before a release', 'script build'],
  ['Settings are read in src/config.ts', 'file src/config.ts'],
  ['The tests are in src/tests/', 'file src/tests'],
  ['Needs Node >= 20', 'version node 20'],
  ['The client requires react 18', 'version react 18'],
  ['vite 5 or newer is needed', 'version vite 5'],
  ['`dist/` is ignored by git', 'ignored dist/'],
])('«%s» has the check «%s»', (content, check) => {
  expect(of(content)).toContain(check)
})

test('a name in a file is a check of the file’s text', () => {
  expect(of('`maxRetries` is set in `src/config.ts`')).toEqual([
    'file src/config.ts',
    'text src/config.ts maxRetries',
  ])
  expect(of('src/config.ts exports `maxRetries`')).toContain('text src/config.ts maxRetries')
})

test('files that it is about, or calls by their bare name, are expected to be unchanged', () => {
  expect(of('The parser is written by hand', ['src/parse.ts'])).toEqual(['unchanged src/parse.ts'])
  expect(of('parse.ts skips comments')).toEqual(['unchanged parse.ts'])
})

test('what says how to work does not say that files are there', () => {
  const content = 'Plans go to docs/plans/. Check them with `npm run plans`'
  expect(checksIn({ content, files: ['a.md'], kind: 'rule' }).map(checkName)).toEqual([
    'script plans',
  ])
})

test.each([
  'Remove src/old.ts after the release',
  'src/old.ts was moved to the client',
  'Never run `npm run seed`',
  'Create src/new.ts for each adapter',
  'Use the client instead of src/old.ts',
  'Run `npm --workspace web run build`',
  'The config is in /etc/app/config.yaml or ~/.apprc',
  'See step 3 of the guide',
  'The feature needs e2e tests',
  'The key is in .env, the build in dist/app.js',
  'Biome excludes them, since `npm run lint` failed',
  'It lies in ../other/src/a.ts',
])('«%s» has no check', (content) => {
  expect(of(content)).toEqual([])
})

import { describe, expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import {
  areFollowed,
  describePattern,
  factsOf,
  patternAbout,
  patternsOf,
  textsToLookFor,
} from './tool-patterns.ts'

const patterns = (content: string, files: string[] = []) => patternsOf({ content, files })
const said = (content: string) =>
  patterns(content).map((each) => `${each.stance} ${describePattern(each)}`)
const bash = (command: string) => call('Bash', { command })
const edit = (file: string) => call('Edit', { file_path: `/w/a/${file}` })
const call = (toolName: string, input: Json) => factsOf({ toolName, input }, '/w/a', '/w/a')

describe('what a memory says about commands', () => {
  test.each([
    ['Use pnpm, never npm.', ['wanted pnpm', 'unwanted npm']],
    ['Never use npm or yarn here; use pnpm.', ['unwanted npm', 'unwanted yarn', 'wanted pnpm']],
    ['Benutze pnpm statt npm.', ['wanted pnpm', 'unwanted npm']],
    ['Do not use npm but pnpm', ['unwanted npm', 'wanted pnpm']],
    [
      'We install with `pnpm install`, not `npm install`',
      ['wanted pnpm install', 'unwanted npm install'],
    ],
    ['git push --force is forbidden on main.', ['unwanted git push --force']],
    ['Run npm run seed before the integration tests.', ['wanted npm run seed']],
    ['`frobctl serve --replay` needs the VPN.', ['named frobctl serve --replay']],
    ['`git push origin BRANCH` asks for a token.', ['named git push origin']],
    ['The tests run in docker, and make sure that git is clean.', []],
    [
      'Never assume that git knows of it: git has no hooks for `git restore`.',
      ['unwanted git restore'],
    ],
    ['Rename `users` to `accounts`.', []],
  ])('%s', (content, expected) => {
    expect(said(content)).toEqual(expected)
  })
})

describe('a call is told about', () => {
  test.each([
    ['a forbidden program', 'Use pnpm, never npm.', bash('cd web && npm install left-pad'), 'npm'],
    ['a rival of what is asked for', 'Use pnpm here.', bash('yarn add left-pad'), 'pnpm'],
    [
      'words apart from each other',
      'Never git push --force.',
      bash('git push origin main --force'),
      'git push --force',
    ],
    ['a command behind a launcher', 'No jest: use vitest.', bash('CI=1 npx jest src'), 'jest'],
    [
      'a command it names',
      '`npm run seed` empties the database.',
      bash('npm run seed -- --all'),
      'npm run seed',
    ],
    [
      'a file it names',
      'Never edit src/api/client.ts by hand.',
      edit('src/api/client.ts'),
      'src/api/client.ts',
    ],
    [
      'a file in a folder it names',
      'src/generated/ comes from the schema.',
      edit('src/generated/a/b.ts'),
      'src/generated',
    ],
    [
      'a command on a folder it names',
      'Ask before you change db/migrations.',
      bash('rm db/migrations/0001.sql'),
      'db/migrations',
    ],
  ])('%s', (_what, content, facts, expected) => {
    const found = patternAbout(patterns(content), facts)
    expect(found && describePattern(found)).toBe(expected)
  })
})

describe('a call is not told about', () => {
  test.each([
    ['what it was asked for', 'Use pnpm, never npm.', bash('pnpm install')],
    ['the program it was asked to use', 'Use pnpm here.', bash('pnpm add left-pad')],
    ['a longer name', 'Never use npm.', bash('npm-check --all')],
    ['another subcommand', 'Never run git push --force.', bash('git status && git push')],
    ['a text that only names the command', 'Never use npm.', bash('echo "npm install"')],
    ['a file with the same ending', 'Never edit client.ts.', edit('src/http-client.ts')],
    [
      'a file outside of the folder',
      'src/generated/ comes from the schema.',
      edit('src/generated.ts'),
    ],
    [
      'reading',
      'Never edit src/api/client.ts.',
      call('Read', { file_path: '/w/a/src/api/client.ts' }),
    ],
  ])('%s', (_what, content, facts) => {
    expect(patternAbout(patterns(content), facts)).toBeUndefined()
  })
})

describe('a memory is followed', () => {
  test.each([
    ['when the session runs what it asks for', 'Use pnpm, never npm.', [bash('pnpm test')], true],
    [
      'not when it runs what is forbidden afterwards',
      'Use pnpm, never npm.',
      [bash('pnpm i'), bash('npm i')],
      false,
    ],
    ['not when it runs a rival', 'Use pnpm.', [bash('pnpm i'), bash('yarn')], false],
    ['when a command it names runs', '`npm run seed` fills it.', [bash('npm run seed')], true],
    [
      'when a file it names is edited',
      'Routes go to src/routes.ts.',
      [edit('src/routes.ts')],
      true,
    ],
    [
      'not when the file must not be edited',
      'Never edit src/routes.ts.',
      [edit('src/routes.ts')],
      false,
    ],
    ['not when nothing of it happens', 'Never use npm.', [bash('ls')], false],
  ])('%s', (_when, content, calls, expected) => {
    expect(areFollowed(patterns(content), calls)).toBe(expected)
  })
})

test('hooks look for forbidden commands, rivals and paths as they are in a payload', () => {
  const looked = (content: string) => textsToLookFor(patterns(content))
  expect(looked('Use pnpm, never npm.')).toEqual(['npm', 'yarn', 'bun'])
  expect(looked('Never run git push --force, never touch src/generated/.')).toEqual([
    'git push',
    'src/generated',
  ])
  expect(looked('Mind src/körbe "x".ts')).toEqual(['src/körbe', 'src/k\\u00f6rbe'])
})

import { describe, expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import { areFollowed, factsOf, patternsOf } from './tool-patterns.ts'

const patterns = (content: string, files: string[] = []) => patternsOf({ content, files })
const said = (content: string) =>
  patterns(content).map((each) =>
    each.tool === 'path' ? `${each.stance} ${each.path}` : `${each.stance} ${each.words.join(' ')}`,
  )
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

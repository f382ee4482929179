import { describe, expect, test } from 'vitest'
import { describePattern } from '../../../contract/guard-text.ts'
import type { Json } from '../../model/json.ts'
import type { GuardPattern } from '../../ports/guard-store.ts'
import { findMatch, guardPatternsOf, patternFor, textsToLookFor } from './guard.ts'
import { factsOf } from './tool-patterns.ts'

const call = (toolName: string, input: Json) => factsOf({ toolName, input }, '/w/a', '/w/a')
const bash = (command: string) => call('Bash', { command })
const edit = (file: string) => call('Edit', { file_path: `/w/a/${file}` })
const patternsOf = (content: string) => guardPatternsOf({ content, files: [] })

const saidAbout = (content: string, facts: ReturnType<typeof call>) => {
  const match = findMatch({ patterns: patternsOf(content) }, facts)
  return match && describePattern(match.pattern)
}

describe('a memory has a say in', () => {
  test.each([
    ['a forbidden program', 'Use pnpm, never npm.', bash('cd web && npm install left-pad'), 'npm'],
    ['a rival of what is asked for', 'Use pnpm here.', bash('yarn add left-pad'), 'yarn'],
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
    expect(saidAbout(content, facts)).toBe(expected)
  })
})

describe('a memory has no say in', () => {
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
    expect(saidAbout(content, facts)).toBeUndefined()
  })
})

describe('a pattern', () => {
  const web = call('WebFetch', { url: 'https://example.org' })
  test.each<[string, GuardPattern, ReturnType<typeof call>, boolean]>([
    ['matches a tool by its name, in any case', { tool: 'webfetch' }, web, true],
    ['does not match another tool', { tool: 'WebSearch' }, web, false],
    ['needs all that it states', { tool: 'Bash', path: 'src/api' }, edit('src/api/a.ts'), false],
    ['takes a command and a path together', { command: 'rm', path: 'db' }, bash('rm db/a'), true],
    ['does not mix two commands', { command: 'rm', path: 'db' }, bash('rm a; mv db/a b'), false],
    ['that states nothing matches nothing', {}, bash('ls -la && npm i'), false],
  ])('%s', (_what, pattern, facts, expected) => {
    expect(findMatch({ patterns: [pattern] }, facts) !== undefined).toBe(expected)
  })

  test('for a part of a call ends before what is quoted, substituted or long', () => {
    const made = (line: string) => {
      const match = findMatch({ patterns: [{ command: 'git' }] }, bash(line))
      return match && patternFor(match.part)
    }
    expect(made('cd a && git commit -m "Fix it"')).toEqual({ command: 'git commit -m' })
    expect(made('git push $REMOTE')).toEqual({ command: 'git push' })
    expect(made('git add a b c d e f g h i')).toEqual({ command: 'git add a b c d e f' })
  })
})

describe('an exception', () => {
  const guard = { patterns: [{ command: 'npm' }], exceptions: [{ command: 'npm publish' }] }
  test.each([
    ['lets its own command pass', 'npm publish --dry-run', false],
    ['lets no other command of the line pass', 'npm publish && npm install', true],
    ['does not shorten the guard', 'npm install', true],
  ])('%s', (_what, line, expected) => {
    expect(findMatch(guard, bash(line)) !== undefined).toBe(expected)
  })
})

test('hooks look for forbidden commands, rivals and paths as they are in a payload', () => {
  const looked = (content: string) => textsToLookFor(patternsOf(content))
  expect(looked('Use pnpm, never npm.')).toEqual(['npm', 'yarn', 'bun'])
  expect(looked('Never run git push --force, never touch src/generated/.')).toEqual([
    'git push',
    'src/generated',
  ])
  expect(looked('Mind src/körbe "x".ts')).toEqual(['src/körbe', 'src/k\\u00f6rbe'])
})

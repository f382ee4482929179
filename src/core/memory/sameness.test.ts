import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareStatements, isPartOf } from './sameness.ts'

describe('the same is said', () => {
  test.each([
    ['Use pnpm for package management.', 'use pnpm for package management'],
    ['The tests are run with vitest', 'Tests run with vitest'],
    ['Always run the linter before committing', 'Run the linter before committing'],
    ['Do not commit to main', 'Never commit to main'],
    ['Don’t commit to main', "don't commit to main!"],
    ['We use pnpm for package management', 'We use pnpm for all package management'],
    ['The user prefers dark mode in the dashboard', 'User prefers dark mode in dashboards'],
    ['Set `FOO_BAR` in src/config.ts', 'set `FOO_BAR` in src/config.ts.'],
    ['Wir deployen immer am Montag', 'Wir deployen am Montag.'],
    ['缩进使用制表符。', '缩进使用制表符'],
    ['Use **tabs** for indentation', 'use tabs for indentation'],
    ['Deploys happen on Mondays at 10:30', 'Deploys happen on Monday at 10:30'],
    ['Prefer tabs over spaces', 'Prefer tabs, not spaces'],
    ['Use pnpm instead of npm', 'Use pnpm rather than npm'],
    ['Don’t commit to main', 'dont commit to main'],
    ['Start the server before the tests', 'Always start the server before the tests'],
    ['Stop the server before the deploy', 'Please stop the server before the deploy'],
  ])('by "%s" and "%s"', (one, other) => {
    expect(compareStatements(one, other)).toBe('same')
    expect(compareStatements(other, one)).toBe('same')
  })
})

describe('something else is said', () => {
  test.each([
    ['a number', 'The server listens on port 8080', 'The server listens on port 9090'],
    ['a version', 'Use Node 22.18 in CI', 'Use Node 24.0 in CI'],
    ['a name in code', 'Call `openStore` before reading', 'Call `closeStore` before reading'],
    ['the case of a name', 'Read userId from the token', 'Read userID from the token'],
    ['a path', 'Routes live in src/http/app.ts', 'Routes live in src/http/guard.ts'],
    ['a path added', 'Routes live in one file', 'Routes live in one file src/http/app.ts'],
    ['an option', 'Run git push with --force', 'Run git push with --no-verify'],
    ['a ticket', 'The fix is in #12', 'The fix is in #13'],
    ['the order', 'Prefer tabs over spaces', 'Prefer spaces over tabs'],
    ['the order of names', 'Use foo_a instead of foo_b', 'Use foo_b instead of foo_a'],
    ['the order of numbers', 'Page 1 of 2 is missing', 'Page 2 of 1 is missing'],
    ['one word', 'Deploy to staging every Monday', 'Deploy to production every Monday'],
    [
      'a condition',
      'Rebase the branch before merging',
      'Rebase the branch before merging only if asked',
    ],
    ['an exception', 'Review all pull requests', 'Review all pull requests except drafts'],
    ['much', 'Use pnpm', 'Use pnpm workspaces with a shared lockfile in every package'],
    ['a Chinese word', '缩进使用制表符', '缩进使用空格'],
    ['everything', 'Use pnpm', 'The sky is blue'],
    ['a language', 'Write the parser in C', 'Write the parser in C++'],
    ['a sign', 'Retry when attempts > limit', 'Retry when attempts < limit'],
    [
      'an added denial',
      'Run the unit tests before a commit',
      'Run the unit tests before a commit: never',
    ],
    ['two denials', 'The cache is enabled in tests', 'The cache is not disabled in tests'],
    ['signs alone', '!!!', '???'],
    ['little words alone', 'to be', 'we do'],
  ])('when they differ in %s', (_, one, other) => {
    expect(compareStatements(one, other)).toBe('different')
    expect(compareStatements(other, one)).toBe('different')
  })
})

describe('the opposite is said', () => {
  test.each([
    ['Commit to main', 'Never commit to main'],
    ['Mocks are allowed in tests', 'Mocks are not allowed in tests'],
    ['Do not use tabs, use spaces', 'Use tabs, do not use spaces'],
    ['Call `a`, never `b`', 'Never call `a`, `b`'],
    ['Die Tests brauchen ein Netz', 'Die Tests brauchen kein Netz'],
    ['Use tabs', 'Do not use tabs'],
    ['A changelog entry is required', 'A changelog entry is not required'],
    ['A changelog entry is required', 'A changelog entry is optional'],
    ['Use tabs for indentation', 'dont use tabs for indentation'],
    ['We use tabs for indentation', 'We no longer use tabs for indentation'],
    ['Use tabs for indentation in Go', 'Stop using tabs for indentation in Go'],
    ['Use mocks in unit tests', 'Refrain from using mocks in unit tests'],
    ['Turn on strict mode in all packages', 'Turn off strict mode in all packages'],
    ['Enable the cache in every test run', 'Disable the cache in every test run'],
    ['Force pushes are allowed on main', 'Force pushes are forbidden on main'],
    ['The staging data may be deleted', 'The staging data may not be deleted any more'],
    ['Include generated files in the review', 'Exclude generated files in the review'],
  ])('by "%s" and "%s"', (one, other) => {
    expect(compareStatements(one, other)).toBe('opposite')
    expect(compareStatements(other, one)).toBe('opposite')
  })
})

test('a text says the same as itself, and comparing has no direction', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      expect(compareStatements(one, one)).toBe('same')
      expect(compareStatements(one, other)).toBe(compareStatements(other, one))
    }),
  )
})

describe('a part of a statement', () => {
  const whole = 'The parser lives in src/parse.ts. It reads files of any size. Tests are beside it.'
  test.each([
    'The parser lives in src/parse.ts.',
    'it reads files  of any size. Tests are beside it',
  ])('%j is one', (part) => {
    expect(isPartOf(part, whole)).toBe(true)
    expect(isPartOf(whole, part)).toBe(true)
  })

  test.each([
    'The parser lives in src/parse',
    'reads files of any size. Tests are',
    'Tests are beside it.',
  ])('%j is none', (text) => {
    expect(isPartOf(text, whole)).toBe(false)
  })
})

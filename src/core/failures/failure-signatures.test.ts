import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signaturesIn } from './failure-signatures.ts'

describe('the most specific line decides', () => {
  test.each([
    [
      'a rule of a linter',
      '[lint] $ golangci-lint run\npkg/a/b.go:12:3: string `x` has 3 occurrences, make it a constant (goconst)\n1 issues:\n* goconst: 1\n[lint] ERROR task failed',
      ['rule goconst'],
    ],
    [
      'the check within a rule',
      'a.go:4:2: appendAssign: append result not assigned to the same slice (gocritic)\n* gocritic: 1',
      ['rule gocritic appendassign'],
    ],
    [
      'a rule in a table',
      "/w/a.ts\n  3:7  error  'x' is never used  no-unused-vars\n  9:1  warning  Odd  no-console\n✖ 1 problem",
      ['rule no-unused-vars'],
    ],
    ['a rule by its code', 'app/main.py:1:8: F401 `os` imported but unused', ['rule f401']],
    [
      'the code of a compiler, and the names in its message',
      "src/api.ts(52,55): error TS2304: Cannot find name 'HeadersInit'.\n ELIFECYCLE  Command failed with exit code 2.",
      ['code error ts2304 cannot find name headersinit'],
    ],
    [
      'a code of Node',
      'Error: listen EADDRINUSE: address already in use 127.0.0.1:3000\n    at Server.listen (net:1:2)',
      ['code error listen eaddrinuse address already in use'],
    ],
    [
      'an exception, not its frames',
      'Traceback (most recent call last):\n  File "/w/a.py", line 3, in <module>\n    import yaml\nModuleNotFoundError: No module named \'yaml\'',
      ['code modulenotfounderror no module named yaml'],
    ],
    [
      'what a wrapper does not know',
      "error: unrecognized subcommand 'bun'\n\nUsage: rtk <COMMAND>",
      ['message unrecognized subcommand bun'],
    ],
    [
      'a test, if nothing says more',
      '=== RUN   TestReset\n--- FAIL: TestReset (0.02s)\nFAIL\nFAIL\tacme.io/cli\t0.4s',
      ['test testreset'],
    ],
  ])('%s', (_, output, signatures) => {
    expect(signaturesIn(output)).toEqual(signatures)
  })
})

test.each([
  'Exit code 1',
  '[lint] ERROR task failed',
  'error: Recipe `test` failed on line 3 with exit code 1',
  ' ELIFECYCLE  Command failed with exit code 2.',
  'npm ERR! code ELIFECYCLE\nnpm ERR! errno 1',
  'FAIL\nexit status 1',
  'Tests: 3 failed, 12 passed',
  'Build failed',
  "error TS1005: ';' expected.",
  'a.ts(3,1): error TS2554: Expected 3 arguments, but got 4.',
  'error: could not apply 2dd8eff... addressed feedback\nCONFLICT (content): Merge conflict in a.go',
  'AssertionError: expected 1 to be 2',
  'warning: DeprecationWarning: punycode is deprecated',
  '',
])('%s says nothing specific', (output) => {
  expect(signaturesIn(output)).toEqual([])
})

describe('what differs between two occurrences does not count', () => {
  const words = fc.constantFrom('src', 'lib', 'core', 'web', 'Users', 'dev', 'tmp', 'build-7')
  const folder = fc.array(words, { minLength: 1, maxLength: 5 }).map((each) => `/${each.join('/')}`)
  const number = fc.integer({ min: 1, max: 99_999 })
  const colour = fc.constantFrom('', '\u001b[31m', '\u001b[1;35m')
  const hash = fc.stringMatching(/^[0-9a-f]{3}[0-9][0-9a-f]{8}$/)
  const one = fc.record({ folder, number, other: number, colour, hash })
  const outputs: ((each: typeof one extends fc.Arbitrary<infer T> ? T : never) => string)[] = [
    ({ folder: at, number: line, other, colour: on }) =>
      `${on}${at}/pool.go:${line}:${other}: undefined: pool.drainAll\u001b[0m`,
    ({ folder: at, number: line, colour: on }) =>
      `${on}Error${on && '\u001b[0m'}: ENOENT: no such file or directory, open '${at}/settings.json' (${line} ms)`,
    ({ number: port, other, hash: commit }) =>
      `fatal: unable to reach the registry at http://127.0.0.1:${port}/${other} for ${commit}`,
    ({ hash: container, number: line }) =>
      `2026-01-0${1 + (line % 9)}T10:0${line % 9}:11Z error: container ${container} cannot start after ${line} attempts`,
  ]
  test.each(outputs.map((output) => [output] as const))('%s', (output) => {
    fc.assert(
      fc.property(one, one, (first, second) => {
        const signatures = signaturesIn(output(first))
        expect(signatures).toHaveLength(1)
        expect(signaturesIn(output(second))).toEqual(signatures)
      }),
    )
  })
})

test('no output makes it fail, and signatures are short and few', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('error: ', "'", '`', '"', '/', 'a.ts:1:2: ', '(goconst)', '\n', '\r\n', ' > '),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const signatures = signaturesIn(parts.join(''))
      expect(signatures.length).toBeLessThanOrEqual(5)
      for (const each of signatures) expect(each.length).toBeLessThan(500)
    }),
  )
})

test.each([
  ['one line', 'error: no /such/place as this '.repeat(35_000)],
  ['many lines', 'src/a/b.ts:12:3: error: no such thing as "x" in fooBar\n'.repeat(20_000)],
  ['letters only', 'a'.repeat(1_000_000)],
  ['quotes', `error: ${`"'`.repeat(500_000)}`],
  ['slashes', `cannot find ${'/a'.repeat(500_000)}`],
  ['brackets', `${'[a] '.repeat(250_000)} error`],
])('a megabyte of %s is read at once', (_, output) => {
  const start = performance.now()
  signaturesIn(output)
  expect(performance.now() - start).toBeLessThan(1_500)
})

import { describe, expect, test } from 'vitest'
import { testCounts } from './runs.ts'

describe('what a test runner counts', () => {
  test.each([
    [
      'Vitest',
      ' Test Files  1 failed | 2 passed (3)\n      Tests  3 failed | 12 passed (15)',
      12,
      3,
    ],
    [
      'Jest',
      'Test Suites: 1 failed, 1 total\nTests:       1 failed, 2 skipped, 12 passed, 15 total',
      12,
      1,
    ],
    ['pytest', '======= 1 failed, 12 passed in 0.12s =======', 12, 1],
    [
      'Cargo',
      'test result: ok. 8 passed; 0 failed; 0 ignored\n\ntest result: ok. 4 passed; 0 failed;',
      12,
      0,
    ],
    ['Maven', 'Tests run: 13, Failures: 1, Errors: 0, Skipped: 0', 12, 1],
    ['Gradle', '13 tests completed, 1 failed', 12, 1],
    ['.NET', 'Failed!  - Failed:     1, Passed:    12, Skipped:     0', 12, 1],
    ['RSpec', '13 examples, 1 failure', 12, 1],
    ['PHPUnit', 'OK (12 tests, 20 assertions)', 12, 0],
    ['PHPUnit', 'Tests: 13, Assertions: 20, Failures: 1.', 12, 1],
    ['Node', '# tests 13\n# pass 12\n# fail 1\n# cancelled 0', 12, 1],
    ['unittest', 'Ran 13 tests in 0.1s\n\nFAILED (failures=1)', 12, 1],
    [
      'Maven, module by module',
      'Tests run: 4, Failures: 0, Errors: 0\nTests run: 13, Failures: 1, Errors: 0',
      12,
      1,
    ],
    ['Mocha', '  12 passing (20ms)\n  1 failing', 12, 1],
    ['ExUnit', '13 tests, 1 failure', 12, 1],
  ])('%s', (_runner, output, passed, failed) => {
    expect(testCounts(output)).toEqual({ passed, failed })
  })

  test('Go reports failures without counting them', () => {
    expect(testCounts('--- FAIL: TestA\nFAIL\tapp/a\t0.1s')).toEqual({
      passed: undefined,
      failed: undefined,
    })
    expect(testCounts('ok  \tapp/a\t0.1s')).toBeUndefined()
  })
})

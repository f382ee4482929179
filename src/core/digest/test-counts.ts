/** Reads how many tests passed and failed from a test runner's output. */

export interface TestCounts {
  readonly passed: number | undefined
  readonly failed: number | undefined
}

/** Counts are undefined if it only says that some failed; the result is undefined if it says nothing. */
export function testCounts(output: string): TestCounts | undefined {
  for (const read of readers) {
    const counts = read(output)
    if (counts) return counts
  }
  return /^\s*(?:--- )?FAIL\b/m.test(output) ? { passed: undefined, failed: undefined } : undefined
}

type Reader = (output: string) => TestCounts | undefined

const readers: readonly Reader[] = [
  function vitestAndJest(output) {
    const line = /^\s*Tests:?\s+(.*\d+ (?:passed|failed|total).*)$/m.exec(output)?.[1]
    return line === undefined ? undefined : inWords(line)
  },
  function cargo(output) {
    const passed = sumOf(output, /test result: \w+\. (\d+) passed;/g)
    return counts(passed, sumOf(output, /passed; (\d+) failed/g))
  },
  function maven(output) {
    const summary = output.slice(output.lastIndexOf('Tests run:'))
    return ofTotal(
      sumOf(summary, /Tests run: (\d+)/g),
      sumOf(summary, /(?:Failures|Errors): (\d+)/g),
    )
  },
  function dotnet(output) {
    const passed = sumOf(output, /Failed:\s+\d+, Passed:\s+(\d+)/g)
    return counts(passed, sumOf(output, /Failed:\s+(\d+), Passed:/g))
  },
  function phpunit(output) {
    const bad = sumOf(output, /(?:Errors|Failures): (\d+)/g)
    return ofTotal(sumOf(output, /^(?:OK \(|Tests: )(\d+)(?: tests?)?, (?:A|\d+ a)ssertion/gm), bad)
  },
  function rspecExunitAndGradle(output) {
    const total = sumOf(output, /(\d+) (?:examples?|tests?)(?:,| completed,) \d+ fail/g)
    return ofTotal(total, sumOf(output, /(?:examples?|tests?|completed), (\d+) fail/g))
  },
  function node(output) {
    return counts(sumOf(output, /^\W+ pass (\d+)$/gm), sumOf(output, /^\W+ fail (\d+)$/gm))
  },
  function unittest(output) {
    return ofTotal(
      sumOf(output, /^Ran (\d+) tests? in/gm),
      sumOf(output, /(?:failures|errors)=(\d+)/g),
    )
  },
  /** pytest, Mocha, Playwright and many others. */
  inWords,
]

function inWords(text: string): TestCounts | undefined {
  const passed = lastOf(text, /(\d+) (?:tests? )?pass(?:ed|ing)\b/g)
  const failed = lastOf(text, /(\d+) (?:tests? )?fail(?:ed|ing)\b/g)
  if (passed === undefined && failed === undefined) return undefined
  return { passed, failed: failed ?? 0 }
}

function counts(passed: number | undefined, failed = 0): TestCounts | undefined {
  return passed === undefined ? undefined : { passed, failed }
}

function ofTotal(total: number | undefined, failed = 0): TestCounts | undefined {
  return total === undefined ? undefined : { passed: Math.max(0, total - failed), failed }
}

const numbersIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, number]) => Number(number))

const lastOf = (text: string, pattern: RegExp) => numbersIn(text, pattern).at(-1)

/** Several crates or modules report one after another. */
function sumOf(text: string, pattern: RegExp): number | undefined {
  const numbers = numbersIn(text, pattern)
  return numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0)
}

/** Names the tests in hand when none has ended for long, and ends a run that hangs for good. */
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const tellAfterMs = 3 * 60_000
const endAfterMs = 15 * 60_000

export default class TellWhatHangs implements Reporter {
  readonly #modules = new Set<string>()
  readonly #tests = new Set<string>()
  #lastEnd = Date.now()
  #timer: NodeJS.Timeout | undefined

  onTestRunStart(): void {
    this.#timer = setInterval(() => this.#look(Date.now() - this.#lastEnd), tellAfterMs).unref()
  }

  onTestModuleStart(module: TestModule): void {
    this.#modules.add(module.relativeModuleId)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#modules.delete(module.relativeModuleId)
    this.#lastEnd = Date.now()
  }

  onTestCaseReady(test: TestCase): void {
    this.#tests.add(nameOf(test))
  }

  onTestCaseResult(test: TestCase): void {
    this.#tests.delete(nameOf(test))
    this.#lastEnd = Date.now()
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer)
  }

  #look(silentMs: number): void {
    if (silentMs < tellAfterMs) return
    const inHand = [...this.#modules, ...this.#tests].join('\n  ')
    process.stderr.write(
      `no test ended for ${Math.round(silentMs / 60_000)} minutes:\n  ${inHand}\n`,
    )
    const isLongFuzz = process.env.THROUGHLINE_FUZZ_SECONDS !== undefined
    if (silentMs < endAfterMs || isLongFuzz) return
    process.stdout.write('0 passed, 1 failed\n')
    process.exit(1)
  }
}

const nameOf = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`

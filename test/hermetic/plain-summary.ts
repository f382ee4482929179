/** Ends a test run with lines for people and programs alike: `skipped: why`, then `12 passed, 0 failed`. */
import type { Reporter, TestModule } from 'vitest/node'
import { readSkipReasons } from './skip-reasons.ts'

export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      const results = [...module.children.allTests()].map((test) => test.result().state)
      for (const state of results) counts[state === 'pending' ? 'failed' : state] += 1
      if (module.state() === 'failed' && !results.includes('failed')) counts.failed += 1
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
    const lines = [
      ...readSkipReasons().map((reason) => `skipped: ${reason}`),
      `${counts.passed} passed, ${counts.failed} failed${skipped}`,
    ]
    process.on('exit', () => process.stdout.write(`${lines.join('\n')}\n`))
  }
}

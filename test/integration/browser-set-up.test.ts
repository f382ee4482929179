/** Runs of browser tests on a machine without a browser, or with one that cannot start. */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { makeTemporaryFolder } from '../support/homes/temporary-folder.ts'
import { isAlive } from '../support/homes/world.ts'

const fixtures = resolve(import.meta.dirname, '../fixtures/browser-set-up')
const vitest = resolve(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

it('ends the daemon and reports one line when the browser cannot start', async () => {
  const folder = makeTemporaryFolder()
  const browser = join(folder, 'broken-browser')
  // It keeps the daemon's pid, then fails.
  const runFile = `"${folder}"/tmp/throughline-test-*/throughline/run/daemon.json`
  const script = `#!/bin/sh\ncat ${runFile} > "${folder}/daemon.json"\nexit 7\n`
  writeFileSync(browser, script, { mode: 0o755 })

  const { code, output } = await runFixtures(folder, browser, 'dashboard')

  expect(code).toBe(1)
  expect(output).toContain(`Error: the browser ${browser} did not start: it exited with code 7\n`)
  expect(output).toContain('0 passed, 1 failed, 1 skipped')
  const { pid } = JSON.parse(readFileSync(join(folder, 'daemon.json'), 'utf8')) as { pid: number }
  expect(isAlive(pid)).toBe(false)
  expect(readdirSync(join(folder, 'tmp'))).toEqual([])
})

it('skips the tests, names the reason once and starts nothing without a browser', async () => {
  const folder = makeTemporaryFolder()

  const { code, output } = await runFixtures(folder, 'none')

  expect(code).toBe(0)
  const [reason, summary] = output.trim().split('\n').slice(-2)
  expect(reason).toBe('skipped: browser tests: THROUGHLINE_BROWSER is "none"')
  expect(summary).toBe('0 passed, 0 failed, 2 skipped')
  expect(readdirSync(join(folder, 'tmp'))).toEqual([])
})

interface FixtureRun {
  readonly code: number
  readonly output: string
}

/** @param folder where the tests may write, and nowhere else */
function runFixtures(folder: string, browser: string, ...names: string[]): Promise<FixtureRun> {
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const env = {
    ...process.env,
    HOME: folder,
    TMPDIR: temporary,
    THROUGHLINE_BROWSER: browser,
    THROUGHLINE_TEST_SKIP_REASONS: join(folder, 'skip-reasons'),
  }
  const args = [vitest, 'run', ...names, '--root', fixtures, '--no-color']
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: fixtures, env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: stderr + stdout }),
    )
  })
}

import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runClaude } from './run-claude.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-client-run-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('the client sees only the variables it is given, and an empty stdin', async () => {
  process.env.THROUGHLINE_LEAK = 'seen'
  try {
    const { code, stdout, stderr } = await run('env; cat; echo said >&2; exit 3')
    expect({ code, stderr }).toEqual({ code: 3, stderr: 'said\n' })
    expect(stdout).toContain(`HOME=${folder}\n`)
    expect(stdout).toContain('ADDED=yes\n')
    expect(stdout).not.toContain('THROUGHLINE_LEAK')
  } finally {
    delete process.env.THROUGHLINE_LEAK
  }
})

test('a client that hangs is killed with everything it started', async () => {
  const pidFile = join(folder, 'child.pid')
  const hanging = run(`sleep 600 & echo $! > '${pidFile}'; echo hanging; wait`, 1000)
  await expect(hanging).rejects.toThrow(/took longer than \d+ ms\nstdout: hanging/)
  const child = Number(await readFile(pidFile, 'utf8'))
  await expect.poll(() => isRunning(child), { timeout: 5000 }).toBe(false)
})

test('a client that cannot be started is an error', async () => {
  const absent = { binary: join(folder, 'absent'), api: { url: '' }, home: folder, args: [] }
  await expect(runClaude({ ...absent, project: folder })).rejects.toThrow('ENOENT')
})

async function run(script: string, timeoutMs = 10_000) {
  const binary = join(folder, 'client')
  await writeFile(binary, `#!/bin/sh\n${script}\n`)
  await chmod(binary, 0o755)
  const given = { binary, home: folder, project: folder, env: { ADDED: 'yes' }, timeoutMs }
  return runClaude({ ...given, api: { url: 'http://127.0.0.1:9' }, args: [] })
}

/** A killed child may stay a zombie for as long as nobody reaps it. */
function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return !existsSync(stat) || !/\) Z/.test(readFileSync(stat, 'utf8'))
}

/** One PostgreSQL for a run of tests, started by the first test file that needs it. */
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startCluster, stopCluster } from '../../src/adapters/postgres/embedded/cluster.ts'
import { openFolder } from './open-folder.ts'

const folderVariable = 'THROUGHLINE_TEST_POSTGRES'
const runVariable = 'THROUGHLINE_TEST_RUN'
const startLimitMs = 120_000

/** For the global set-up. @returns how to stop the server, if one was started */
export function preparePostgres(): () => Promise<void> {
  const folder = mkdtempSync(join(openFolder(), 'tl-pg-'))
  process.env[folderVariable] = folder
  process.env[runVariable] = String(process.pid)
  return async () => {
    const pid = readPid(folder)
    if (pid !== undefined) await stopCluster(pid)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts the server unless another test process does. @returns the folder of its socket */
export async function findServer(binaries: string): Promise<string> {
  const folder = process.env[folderVariable]
  if (!folder) throw new Error('the global set-up has not run')
  if (isFirst(folder)) await startServer(binaries, folder)
  const giveUpAt = performance.now() + startLimitMs
  while (readPid(folder) === undefined) {
    const hasFailed = existsSync(join(folder, 'failed'))
    if (hasFailed || performance.now() > giveUpAt) throw new Error('PostgreSQL did not start')
    await delay(20)
  }
  return folder
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(join(folder, 'starting'))
    return true
  } catch {
    return false
  }
}

async function startServer(binaries: string, folder: string): Promise<void> {
  const { pid } = await startCluster({ binaries, folder, durable: false }).catch((error) => {
    writeFileSync(join(folder, 'failed'), '')
    throw error
  })
  stopWithRun(pid, folder)
  writeFileSync(join(folder, 'pid.new'), String(pid))
  renameSync(join(folder, 'pid.new'), join(folder, 'pid'))
}

/** A run that is killed has no tear-down: this process sees that the run is gone. */
function stopWithRun(pid: number, folder: string): void {
  const run = process.env[runVariable] ?? ''
  const script = `while kill -0 $1 && kill -0 $2; do sleep 1; done
    if kill -INT $2; then rm -rf "$3"; fi`
  const guard = spawn('/bin/sh', ['-c', script, 'sh', run, String(pid), folder], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
  })
  guard.unref()
}

function readPid(folder: string): number | undefined {
  const file = join(folder, 'pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined
}

/**
 * Ends a PostgreSQL when this process ends, however that happens: a small process holds the end of a
 * pipe, which the system closes with us, even after `kill -9`.
 */
import { spawn } from 'node:child_process'

/** @param folders removed once the server is gone */
export function endWithParent(
  { pid, data }: { readonly pid: number; readonly data: string },
  folders: readonly string[],
): void {
  const values = [String(pid), data, ...folders]
  const watcher = spawn(process.execPath, ['--input-type=module', '--eval', watching, ...values], {
    ...{ detached: true, stdio: ['pipe', 'ignore', 'ignore'], windowsHide: true },
    env: { PATH: process.env.PATH },
  })
  watcher.on('error', () => undefined)
  watcher.unref()
  const { stdin } = watcher
  stdin?.on('error', () => undefined)
  if (stdin && 'unref' in stdin) (stdin as unknown as { unref(): void }).unref()
}

/** A server that ended by itself has removed its pid file, so no other process is hit. */
const watching = `
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
const [pid, data, ...folders] = process.argv.slice(1)
const isRunning = () => {
  try {
    return readFileSync(data + '/postmaster.pid', 'utf8').split('\\n')[0] === pid
  } catch {
    return false
  }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
for await (const _ of process.stdin);
for (let looks = 0; isRunning() && looks < 200; looks += 1) {
  try { process.kill(Number(pid), looks < 150 ? 'SIGINT' : 'SIGQUIT') } catch { break }
  await delay(100)
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true })
`

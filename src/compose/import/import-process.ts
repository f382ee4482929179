/** Imports in a separate process at low priority, so that the daemon stays responsive. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { readImportRun, writeImportRun } from '../../adapters/filesystem/run-files.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import { broughtNothing } from '../../core/import/import-meter.ts'
import type { ImportControl } from '../../core/ports/history-source.ts'
import type { Environment } from '../../home/config.ts'
import type { HomePaths } from '../../home/paths.ts'
import { isAlive } from '../../home/processes.ts'
import { packageFolder } from '../../home/program-files.ts'

const command = join(packageFolder, 'bin', 'throughline.js')

interface Surroundings {
  readonly paths: HomePaths
  readonly userHome: string
  readonly env: Environment
}

export function createImportControl({ paths, userHome, env }: Surroundings): ImportControl {
  const options = {
    cwd: userHome,
    env: { ...env, HOME: userHome, THROUGHLINE_HOME: paths.root },
    windowsHide: true,
  }
  return {
    async find() {
      const args = [command, 'import', '--dry-run', '--json']
      const child = spawn(process.execPath, args, {
        ...options,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const output = await readAll(child.stdout)
      return JSON.parse(output) as OutputOf<'findImports'>
    },
    current() {
      const file = readImportRun(paths.importRun)
      if (file?.run.state !== 'running' || isAlive(file.pid)) return file?.run
      return { ...file.run, state: 'stopped' }
    },
    async start(sources) {
      const from = sources ? ['--from', ...sources] : []
      const args = [command, 'import', '--yes', '--json', ...from]
      const child = spawn(process.execPath, args, { ...options, detached: true, stdio: 'ignore' })
      await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
      child.unref()
      // Until its own search is done.
      const now = new Date().toISOString()
      const unknown = { done: 0, all: 0 }
      const brought = broughtNothing
      const run = { startedAt: now, updatedAt: now, sessions: unknown, bytes: unknown, brought }
      const pid = child.pid ?? 0
      writeImportRun(paths.importRun, { pid, run: { ...run, state: 'running', unreadable: 0 } })
    },
  }
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

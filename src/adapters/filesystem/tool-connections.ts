/**
 * Which agents are connected to our MCP server: a file for each server over standard input, named
 * after its process, for as long as it runs. Hooks read it without a database or a daemon.
 */
import { readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isWithin } from '../../core/model/folder-path.ts'
import type { ToolConnections } from '../../core/ports/tool-connections.ts'
import { makeFolder } from '../../home/make-folder.ts'
import type { HomePaths } from '../../home/paths.ts'

type Paths = Pick<HomePaths, 'toolConnections'>

export interface ToolConnection {
  readonly host: string
  /** The agent's working folder. */
  readonly folder: string
}

/** Also removes what killed servers left behind. @returns how to take it back */
export function announceConnection(paths: Paths, { host, folder }: ToolConnection): () => void {
  const file = join(paths.toolConnections, String(process.pid))
  makeFolder(paths.toolConnections)
  for (const pid of pidsIn(paths)) if (!isRunning(pid)) remove(paths, pid)
  writeFileSync(file, `${JSON.stringify({ host, folder: realFolder(folder) })}\n`, { mode: 0o600 })
  return () => remove(paths, process.pid)
}

export function createToolConnections(paths: Paths): ToolConnections {
  return {
    async isConnected(host, folder) {
      const here = realFolder(folder)
      const isOurs = (pid: number) => {
        const connection = read(paths, pid)
        return connection?.host === host && isWithin(here, connection.folder) && isRunning(pid)
      }
      return pidsIn(paths).some(isOurs)
    },
  }
}

function pidsIn({ toolConnections }: Paths): number[] {
  try {
    return readdirSync(toolConnections).map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function read({ toolConnections }: Paths, pid: number): ToolConnection | undefined {
  try {
    const { host, folder } = JSON.parse(readFileSync(join(toolConnections, String(pid)), 'utf8'))
    return typeof host === 'string' && typeof folder === 'string' ? { host, folder } : undefined
  } catch {
    return undefined
  }
}

function remove({ toolConnections }: Paths, pid: number): void {
  rmSync(join(toolConnections, String(pid)), { force: true })
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

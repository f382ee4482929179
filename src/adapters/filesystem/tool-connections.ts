/**
 * Which agents are connected to our MCP server: each running server over standard input has a file
 * named after host and process. Hooks check these without a database or a daemon; the shell only
 * lists the names.
 */
import { readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isWithin } from '../../core/model/folder-path.ts'
import type { HomePaths } from '../../home/paths.ts'
import { isAlive } from '../../home/processes.ts'
import { tryTo } from '../../home/try-to.ts'
import { makeFolder } from '../../home/write-files.ts'

type Paths = Pick<HomePaths, 'toolConnections'>

export interface ToolConnection {
  readonly host: string
  readonly folder: string
}

/** Also removes files of killed servers. @returns a function that removes ours */
export function announceConnection(paths: Paths, { host, folder }: ToolConnection): () => void {
  const name = `${host}.${process.pid}`
  makeFolder(paths.toolConnections)
  for (const each of namesIn(paths)) if (!isRunning(each)) remove(paths, each)
  const file = join(paths.toolConnections, name)
  writeFileSync(file, `${JSON.stringify({ folder: realFolder(folder) })}\n`, { mode: 0o600 })
  return () => remove(paths, name)
}

/** Whether an agent of this host in this folder is connected to our MCP server. */
export function isConnected(paths: Paths, { host, folder }: ToolConnection): boolean {
  const here = realFolder(folder)
  const isHere = (name: string) => {
    const server = readFolder(paths, name)
    return server !== undefined && isWithin(here, server) && isRunning(name)
  }
  return namesIn(paths).some((name) => name.startsWith(`${host}.`) && isHere(name))
}

function namesIn({ toolConnections }: Paths): string[] {
  return (
    tryTo(() => readdirSync(toolConnections).filter((name) => /^[\w-]+\.\d+$/.test(name))) ?? []
  )
}

function readFolder({ toolConnections }: Paths, name: string): string | undefined {
  try {
    const { folder } = JSON.parse(readFileSync(join(toolConnections, name), 'utf8'))
    return typeof folder === 'string' ? folder : undefined
  } catch {
    return undefined
  }
}

function remove({ toolConnections }: Paths, name: string): void {
  rmSync(join(toolConnections, name), { force: true })
}

const realFolder = (folder: string) => tryTo(() => realpathSync(folder)) ?? folder

const isRunning = (name: string) => isAlive(Number(name.split('.')[1]))

/**
 * Recognises a shell that a coding agent opened for its model. What runs there has the agent's
 * authority, not the user's. A terminal proves nothing, because agents open those too.
 */
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hostProtocols } from '../adapters/hosts/hosts.ts'
import { isWithin } from '../core/model/folder-path.ts'
import type { HostProtocol } from '../core/ports/host.ts'
import { chooseHome, type Environment } from '../home/environment.ts'
import { tryTo } from '../home/try-to.ts'

export interface AgentShell {
  /** Undefined for an agent that we cannot connect. */
  readonly name?: string
  readonly displayName: string
}

/** By a variable that the agent sets for the commands it runs. */
export function findAgentMark(env: Environment): AgentShell | undefined {
  const known = hostProtocols.find(({ shell }) => shell?.marks.some((name) => env[name]))
  // Many agents set these.
  const isOther = env.AI_AGENT || env.AGENT
  return known ?? (isOther ? { displayName: 'a coding agent' } : undefined)
}

/** Deeper than any real process tree; prevents endless loops. */
const mostAncestors = 64

/**
 * By a parent process: a command can unset a variable, but not change its parents. Linux only;
 * elsewhere it would take a program per process.
 * @param home the home folder in use
 */
export function findAgentAbove(home: string): AgentShell | undefined {
  if (process.platform !== 'linux') return undefined
  let pid = process.ppid
  for (let depth = 0; depth < mostAncestors && pid > 1; depth += 1) {
    const host = findHostOf(pid)
    if (host && !isScratchHome(home, pid)) return host
    pid = parentOf(pid)
  }
  return undefined
}

function findHostOf(pid: number): HostProtocol | undefined {
  const [first = '', ...rest] = read(pid, 'cmdline').split('\0')
  const program = tryTo(() => readlinkSync(`/proc/${pid}/exe`)) ?? ''
  // A script is named in the interpreter's first arguments.
  const paths = [program, first, ...rest.slice(0, 3)]
  return hostProtocols.find(({ shell }) =>
    shell?.programs.some((name) =>
      paths.some((path) =>
        name.includes('/') ? path.includes(`/node_modules/${name}/`) : basename(path) === name,
      ),
    ),
  )
}

/**
 * A temporary home that is not the agent's own has no memories of anyone: tests and trials use them,
 * often in an agent's shell.
 */
function isScratchHome(home: string, agentPid: number): boolean {
  const real = tryTo(() => realpathSync(home)) ?? home
  if (!['/tmp', '/var/tmp', '/dev/shm'].some((folder) => isWithin(real, folder))) return false
  const env = Object.fromEntries(
    read(agentPid, 'environ')
      .split('\0')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ) as Environment
  const own = chooseHome(env, env.HOME ?? '', undefined).root
  return (tryTo(() => realpathSync(own)) ?? own) !== real
}

/** The fourth field; the second is a name in brackets with any content. */
const parentOf = (pid: number) => Number(/^.*\) \S (\d+)/s.exec(read(pid, 'stat'))?.[1] ?? 0)

/** Another user's process cannot be read, and any may end meanwhile. */
const read = (pid: number, name: string) =>
  tryTo(() => readFileSync(join('/proc', String(pid), name), 'utf8')) ?? ''

/** An installed program as an MCP server over standard input and output, in a home of its own. */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { CallTool, Peer } from './peer.ts'

export interface RunningPeer {
  readonly call: CallTool
  /** Of the server, its children and the programs beside it. */
  residentMegabytes(): number
  /** Processor time that they have used so far. */
  processorMilliseconds(): number
  close(): Promise<void>
}

/** Where a program is installed and what runs it. */
export interface Installed {
  readonly peer: Peer
  /** In which the package was installed, the parent of `node_modules`. */
  readonly folder: string
  readonly node: string
}

/** The program answered that it could not do it. */
export class ToolFailure extends Error {}

export async function startPeer(
  { peer, folder, node }: Installed,
  home: string,
): Promise<RunningPeer> {
  const env = {
    // Node first: some programs start others by name.
    PATH: [dirname(node), '/usr/bin', '/bin'].join(':'),
    HOME: home,
    ...peer.env?.(home),
  }
  const project = join(home, 'project')
  // Memories belong to a repository in some programs.
  execFileSync('git', ['init', '--quiet', project], { env })
  const beside = await peer.before?.({ folder, home, env })
  const program = join(folder, 'node_modules', peer.package, peer.program)
  const transport = new StdioClientTransport({
    command: node,
    args: [program, ...(peer.args ?? [])],
    cwd: project,
    env,
    stderr: 'ignore',
  })
  let family: readonly number[] | undefined
  const client = new Client({ name: 'throughline-bench', version: '1.0.0' })
  await client.connect(transport).catch(async (error: unknown) => {
    if (beside) await stop(beside)
    throw error
  })
  return {
    async call(tool, args) {
      const answer = await client.callTool({ name: tool, arguments: args })
      const text = answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
      if (answer.isError) throw new ToolFailure(`${peer.name}: ${tool}: ${text.slice(0, 400)}`)
      return { text, structured: answer.structuredContent as Record<string, unknown> | undefined }
    },
    residentMegabytes: () => residentMegabytes(familyOf([transport.pid, beside?.pid])),
    processorMilliseconds: () => {
      family ??= familyOf([transport.pid, beside?.pid])
      return family.reduce((sum, pid) => sum + processorMilliseconds(pid), 0)
    },
    async close() {
      await client.close()
      if (beside) await stop(beside)
    },
  }
}

/** Its port must be free before another starts. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || !child.kill()) return
  await once(child, 'exit', { signal: AbortSignal.timeout(10_000) })
}

/** The processes and all that they started; none where there is no /proc. */
function familyOf(roots: readonly (number | null | undefined)[]): readonly number[] {
  if (!existsSync('/proc')) return []
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(statusField(name, 'PPid'))] as const),
  )
  const family = new Set(roots.filter((pid) => pid != null))
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid)
  }
  return [...family]
}

function residentMegabytes(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => Number(statusField(`${pid}`, 'VmRSS') || 0))
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024
}

/** With that of children that have ended; Linux counts it in hundredths of a second. */
function processorMilliseconds(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  // The name before it may hold spaces.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + 10 * Number(ticks), 0)
}

function statusField(pid: string, field: string): string {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return ''
  return new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? ''
}

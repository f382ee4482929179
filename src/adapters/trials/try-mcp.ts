/** Starts our MCP server with the command in a host's settings, and initialises it. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { McpServerCommand } from '../../core/ports/host.ts'

export type McpTrial =
  | { readonly works: true; readonly version: string }
  | { readonly works: false; readonly problem: string }

const trialMs = 10_000

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'throughline-doctor', version: '1' },
  },
}

export async function tryMcp(
  { command, args, env }: McpServerCommand,
  inherited: Readonly<Record<string, string | undefined>>,
): Promise<McpTrial> {
  const server = spawn(command, args, {
    env: { ...inherited, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: trialMs,
  })
  const failure = new Promise<McpTrial>((resolve) => {
    server.on('error', ({ message }) => resolve({ works: false, problem: message }))
    server.on('close', () => resolve({ works: false, problem: 'it exited without an answer' }))
    server.stdin.on('error', () => undefined)
  })
  try {
    server.stdin.write(`${JSON.stringify(initialize)}\n`)
    return await Promise.race([firstAnswer(server.stdout), failure])
  } finally {
    server.kill()
  }
}

async function firstAnswer(stdout: NodeJS.ReadableStream): Promise<McpTrial> {
  for await (const line of createInterface({ input: stdout })) {
    const version = versionIn(line)
    if (version !== undefined) return { works: true, version }
  }
  return new Promise(() => undefined)
}

function versionIn(line: string): string | undefined {
  try {
    const { id, result } = JSON.parse(line) as {
      id?: unknown
      result?: { serverInfo?: { version?: unknown } }
    }
    return id === initialize.id ? String(result?.serverInfo?.version ?? 'unknown') : undefined
  } catch {
    return undefined
  }
}

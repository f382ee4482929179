/** Runs a hook command like a host, in a temporary home, to check that its event arrives. */
import { spawn, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parsePayload } from '../../core/capture/repair-json.ts'
import { parseSpoolFile } from '../../core/model/spool-file.ts'
import type { HostConnection, HostProtocol, McpServerCommand } from '../../core/ports/host.ts'
import { hookShell } from '../../core/setup/hook-command.ts'
import { quoteForShell } from '../../core/text/safe-text.ts'

export type HookTrial =
  | { readonly works: true }
  | { readonly works: false; readonly problem: string }

const trialMs = 10_000
const sessionId = 'throughline-setup-trial'
const text = 'Does the hook work?'

export function tryHook(
  host: HostProtocol,
  connection: HostConnection,
  env: Readonly<Record<string, string | undefined>>,
): HookTrial {
  const home = mkdtempSync(join(tmpdir(), 'throughline-trial-'))
  try {
    const { event, payload } = host.samplePrompt({ sessionId, text, cwd: home })
    const spec = host.events.find(({ name }) => name === event)
    if (!spec) return broken(`${event} is not one of its events`)
    const quoted = process.platform === 'win32' ? `"${home}"` : quoteForShell(home)
    const run = spawnSync(`${connection.command(spec)} ${quoted}`, {
      shell: hookShell(host, process.platform),
      cwd: home,
      input: JSON.stringify(payload),
      env: {
        PATH: env.PATH,
        HOME: home,
        USERPROFILE: home,
        THROUGHLINE_AUTOSTART: 'off',
      },
      encoding: 'utf8',
      timeout: trialMs,
    })
    if (run.error) return broken(run.error.message)
    if (run.status !== 0)
      return broken(run.stderr.trim().split('\n')[0] || `it exited with ${run.status}`)
    return hasArrived(host, home) ? { works: true } : broken('its event did not arrive')
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function hasArrived(host: HostProtocol, home: string): boolean {
  return globSync('spool/*.spool', { cwd: home }).some((name) => {
    const spooled = parseSpoolFile(readFileSync(join(home, name)))
    if (spooled.kind !== 'ok' || spooled.envelope.host !== host.name) return false
    const payload = parsePayload(spooled.payload)
    if (payload.kind === 'broken') return false
    const detail = host.parse(spooled.envelope.event, payload.value)?.detail
    return detail?.kind === 'prompt' && detail.text === text
  })
}

const broken = (problem: string): HookTrial => ({ works: false, problem })

export type McpTrial =
  | { readonly works: true; readonly version: string }
  | { readonly works: false; readonly problem: string }

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

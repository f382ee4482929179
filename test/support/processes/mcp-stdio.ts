/** `throughline mcp` as a real process from the build, with the official client beside it. */
import { fileURLToPath } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import type { World } from '../homes/world.ts'
import { newClient } from './mcp-client.ts'

const program = fileURLToPath(new URL('../../../bin/throughline.js', import.meta.url))

export interface StdioOptions {
  readonly client?: Client
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly env?: Record<string, string>
}

/** Ends with the test. */
export async function connectStdio(world: World, options: StdioOptions = {}) {
  const { client = newClient(), args = [], cwd = world.project, env } = options
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', ...args],
    cwd,
    env: { ...world.env, ...env },
    stderr: 'pipe',
  })
  let complaint = ''
  transport.stderr?.on('data', (text: Buffer) => {
    complaint += text.toString()
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, pid: transport.pid ?? 0, complaint: () => complaint }
}

/**
 * Its hooks give tool calls to a model, which writes the observations. Without a model texts come in
 * through the HTTP interface of its worker, and are found through its MCP server.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import type { Peer } from '../peer.ts'
import { titleOf } from './title.ts'

const port = 37_941
const address = `http://127.0.0.1:${port}`
const saved = z.object({ id: z.number() })
const project = 'project'

export const claudeMem: Peer = {
  name: 'claude-mem',
  package: 'claude-mem',
  note: 'full text, no Chroma, no model; finds texts with every word of the question',
  program: 'plugin/scripts/mcp-server.cjs',
  env: (home) => ({
    CLAUDE_MEM_CHROMA_ENABLED: 'false',
    CLAUDE_MEM_DATA_DIR: join(home, '.claude-mem'),
    CLAUDE_MEM_WORKER_PORT: String(port),
    DO_NOT_TRACK: '1',
  }),
  async before({ folder, env }) {
    const bun = join(folder, 'node_modules/.bin/bun')
    const worker = join(folder, 'node_modules/claude-mem/plugin/scripts/worker-service.cjs')
    const child = spawn(bun, [worker, '--daemon'], { env, stdio: 'ignore' })
    await waitUntilReady()
    return child
  },
  async store(_call, { text }) {
    const body = JSON.stringify({ text, title: titleOf(text), project })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${address}/api/memory/save`, { method: 'POST', headers, body })
    return `#${saved.parse(await answer.json()).id}`
  },
  async search(call, query, limit) {
    const { text } = await call('search', { query, limit, project, type: 'observations' })
    const names = [...text.matchAll(/^\| (#\d+) \|/gm)].map(([, name = '']) => name)
    return { names, characters: text.length }
  },
}

async function waitUntilReady(): Promise<void> {
  const until = performance.now() + 60_000
  while (performance.now() < until) {
    const health = await fetch(`${address}/api/health`).catch(() => undefined)
    const state = health?.ok ? ((await health.json()) as { initialized?: boolean }) : undefined
    if (state?.initialized) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the worker of claude-mem does not answer')
}

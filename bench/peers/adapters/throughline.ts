import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { daemonFlags, frugalMalloc } from '../../../src/entry/hook/start-daemon.ts'
import { homePaths } from '../../../src/home/paths.ts'
import type { Peer } from '../peer.ts'

const stored = z.object({ memory: z.object({ id: z.string() }) })
const recalled = z.object({ hits: z.array(z.object({ id: z.string() })) })

export const throughline: Peer = {
  name: 'Throughline',
  package: 'throughline',
  note: 'its MCP server alone',
  program: 'bin/throughline.js',
  args: ['mcp'],
  env: (home) => ({ THROUGHLINE_HOME: `${home}/.throughline` }),
  async store(call, { text }) {
    const { structured } = await call('memory_store', { content: text })
    return stored.parse(structured).memory.id
  },
  async search(call, query, limit) {
    const { text, structured } = await call('memory_recall', { query, limit })
    const names = recalled.parse(structured).hits.map(({ id }) => id)
    return { names, characters: text.length }
  },
}

/** As on a machine whose agents are connected: the daemon runs beside the MCP server. */
export const throughlineWithDaemon: Peer = {
  ...throughline,
  name: 'Throughline with daemon',
  installedAs: throughline.name,
  note: 'its MCP server and its daemon',
  async before({ folder, home, env }) {
    const entry = join(folder, 'node_modules/throughline/dist/entry/daemon/main.cjs')
    const daemon = spawn('node', [...daemonFlags, entry], {
      cwd: home,
      env: { ...frugalMalloc, ...env },
      stdio: 'ignore',
    })
    const { runFile } = homePaths(join(home, '.throughline'))
    while (!existsSync(runFile)) {
      if (daemon.exitCode !== null) throw new Error(`the daemon ended with ${daemon.exitCode}`)
      await delay(20)
    }
    return daemon
  },
}

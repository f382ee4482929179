/**
 * Other memory programs beside Throughline, each through its own MCP server: the same texts stored,
 * the same questions asked. A program is run if its package is installed in a folder of its name:
 *
 *   npm install --prefix FOLDER/NAME PACKAGE@VERSION
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BenchOptions } from '../options.ts'
import { readText } from '../recall-data.ts'
import { peers } from './adapters/index.ts'
import { installSizeOf } from './install-size.ts'
import type { Installed } from './mcp-process.ts'
import { measurePeer } from './measure.ts'
import type { Peer } from './peer.ts'
import { type PeerResult, present } from './present.ts'
import { readWork, type WorkSuite } from './work.ts'

export interface PeersBenchOptions extends BenchOptions {
  /** Where the programs are installed. */
  readonly peers: string
  readonly suite: WorkSuite
  readonly data: string
  /** At most this many conversations, each in a fresh store. */
  readonly stores: number
  /** Names of programs; all that are installed by default. */
  readonly only?: readonly string[] | undefined
  /** What runs the programs; by default the Node that runs this. */
  readonly node?: string | undefined
  /** Every question and the texts that were found, one JSON object a line. */
  readonly out?: string | undefined
}

export async function run(options: PeersBenchOptions): Promise<void> {
  const { suite, data, stores, json, out } = options
  const found = findInstalled(options)
  if (found.length === 0) {
    const names = [...new Set(peers.map(folderOf))].join(', ')
    process.stderr.write(`no program is installed in ${options.peers}\n`)
    process.stderr.write(`  npm install --prefix ${options.peers}/NAME PACKAGE, for ${names}\n`)
    process.exitCode = 2
    return
  }
  const work = readWork(suite, readText(data), stores)
  if (out !== undefined) writeFileSync(out, '')
  const results: PeerResult[] = []
  for (const installed of found) {
    const { peer, folder } = installed
    process.stderr.write(`${peer.name} …\n`)
    const measured = await measurePeer(installed, work, (answer) => {
      if (out === undefined) return
      appendFileSync(out, `${JSON.stringify({ peer: peer.name, ...answer })}\n`)
    })
    const { name, note } = peer
    results.push({ name, note, ...installSizeOf(folder, peer.package), ...measured })
  }
  process.stdout.write(json ? `${JSON.stringify(results, null, 2)}\n` : present(results))
}

function findInstalled(options: PeersBenchOptions): Installed[] {
  const { peers: root, only, node = process.execPath } = options
  return peers
    .filter(({ name }) => only === undefined || only.includes(name.toLowerCase()))
    .map((peer) => ({ peer, folder: resolve(root, folderOf(peer)), node }))
    .filter(({ peer, folder }) => existsSync(join(folder, 'node_modules', peer.package)))
}

function folderOf({ name, installedAs = name }: Peer): string {
  return installedAs.toLowerCase()
}

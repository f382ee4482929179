/**
 * `throughline recall` by way of the running daemon, without loading the store: twice the time of
 * a bare Node start instead of ten times. Whatever is not plain is left to the command itself, which
 * gives the same answer and the better errors.
 */
import { homedir } from 'node:os'
import { parseArgs } from 'node:util'
import type { OutputOf } from '../../contract/operations/index.ts'
import { homePaths, resolveHome } from '../../home.ts'
import { requestDaemon } from '../hook/daemon-request.ts'
import { plain } from './present.ts'
import { hitLines, nothingFound } from './print-hits.ts'

const texts = ['type', 'scope', 'project', 'session', 'agent', 'kind', 'host', 'branch', 'file']
const others = ['since', 'until', 'as-of', 'limit', 'offset']
const flags = ['all', 'weak', 'explain', 'json']
const patienceMs = 5_000

export interface QuickWorld {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly write: (text: string) => void
}

/** @returns false when the command itself must do it */
export async function quickRecall(argv: readonly string[], world: QuickWorld): Promise<boolean> {
  const asked = parse(argv)
  if (!asked) return false
  const { query, options } = asked
  const parameters = new URLSearchParams({ query, folder: world.cwd })
  for (const [name, value] of Object.entries(options)) {
    if (name !== 'json') parameters.set(parameterOf(name), String(value))
  }
  const { runFile } = homePaths(resolveHome(world.env, homedir()))
  const target = `/api/recall?${parameters}`
  const reply = await requestDaemon(runFile, { method: 'GET', target }, patienceMs)
  if (reply.kind !== 'reply' || reply.status !== '200') return false
  const result = JSON.parse(reply.body) as OutputOf<'recall'>
  if (options.json) {
    world.write(`${JSON.stringify(result, null, 2)}\n`)
    return true
  }
  const isAll = options.weak === true || Number(options.offset ?? 0) > 0
  const lines = hitLines(result.hits, new Date())
  for (const line of lines.length > 0 ? lines : [nothingFound(query, isAll)]) {
    world.write(`${plain(line)}\n`)
  }
  return true
}

interface Asked {
  readonly query: string
  readonly options: Readonly<Record<string, unknown>>
}

function parse(argv: readonly string[]): Asked | undefined {
  const text = (name: string) => [name, { type: 'string' }] as const
  const flag = (name: string) => [name, { type: 'boolean' }] as const
  const known = Object.fromEntries([...[...texts, ...others].map(text), ...flags.map(flag)])
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: known,
      allowPositionals: true,
    })
    const query = positionals.join(' ').trim()
    return query === '' || positionals.includes('-') ? undefined : { query, options: values }
  } catch {
    return undefined
  }
}

const parameterOf = (option: string) =>
  option === 'type' ? 'types' : option === 'as-of' ? 'asOf' : option

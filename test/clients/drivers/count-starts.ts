/** The client under its usual name, in front of a script that notes each start of it. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ClientStart {
  readonly args: string
  /** The names of its environment. */
  readonly variables: readonly string[]
}

export interface CountedClient {
  readonly binary: string
  /** Where `claude` is found. */
  readonly folder: string
  /** Every start so far, by any process. */
  starts(): ClientStart[]
  remove(): Promise<void>
}

export async function countClient(client: string): Promise<CountedClient> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-counted-'))
  const binary = join(folder, 'claude')
  const notes = join(folder, 'starts')
  const script = `#!/bin/sh
args=$(printf '%s ' "$@" | tr '\\n\\t' '  ')
variables=$(env | sed -n 's/=.*//p' | tr '\\n' ' ')
printf '%s\\t%s\\n' "$args" "$variables" >> '${notes}'
exec '${client}' "$@"
`
  await writeFile(binary, script, { mode: 0o755 })
  return {
    binary,
    folder,
    starts: () =>
      (existsSync(notes) ? readFileSync(notes, 'utf8').trimEnd().split('\n') : []).map(parseStart),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function parseStart(line: string): ClientStart {
  const [args = '', variables = ''] = line.split('\t')
  return { args, variables: variables.trim().split(' ') }
}

/** Our plugin loaded as OpenCode loads it, with a real hook command that records its input. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { renderPlugin } from '../../../src/adapters/hosts/opencode/installer.ts'
import { opencodeProtocol } from '../../../src/adapters/hosts/opencode/protocol.ts'
import type { HostEvent } from '../../../src/core/model/host-event.ts'
import { makeTemporaryFolder } from '../homes/temporary-folder.ts'
import { connectionTo } from './host-integration.ts'

type Hook = (input: unknown, output?: unknown) => Promise<void>

export interface LoadedPlugin {
  readonly hooks: Readonly<Record<string, Hook>>
  /** Replays a recording, in another session if one is named. @returns the output */
  feed(fixture: string, sessionId?: string): Promise<Output>
  send(type: string, properties: object): Promise<void>
  /** Quits OpenCode. @returns every event we got, in order */
  quit(): Promise<HostEvent[]>
}

interface Output {
  readonly parts: readonly Record<string, unknown>[]
  readonly system: readonly string[]
  /** What a tool printed. */
  readonly output: string
}

export interface PluginSurroundings {
  /** What the hook prints, by event. */
  readonly answers?: Readonly<Record<string, string>>
  /** Earlier sessions that OpenCode knows. */
  readonly stored?: Readonly<Record<string, { readonly parentID: string; readonly agent: string }>>
  /** The client for asking OpenCode; by default it knows the sessions in `stored`. */
  readonly client?: object
  /** The hook; by default it records its input. */
  readonly script?: string
}

interface AskedSession {
  readonly path: { readonly id: string }
}

const fixtures = resolve(import.meta.dirname, '../../fixtures/hosts/opencode')

const keepAll = '{ printf "%s " "$2"; cat; echo; } >>"$0.log"; cat "$0.$2" 2>/dev/null; exit 0'

export async function loadPlugin({
  answers = {},
  stored = {},
  client = { session: { get: async ({ path: { id } }: AskedSession) => ({ data: stored[id] }) } },
  script = keepAll,
}: PluginSurroundings = {}): Promise<LoadedPlugin> {
  const folder = makeTemporaryFolder()
  const hook = join(folder, 'throughline-hook')
  writeFileSync(hook, `#!/bin/sh\n${script}\n`, { mode: 0o700 })
  for (const [event, text] of Object.entries(answers)) writeFileSync(`${hook}.${event}`, text)

  const module = join(folder, 'throughline.mjs')
  const command = ({ name }: { name: string }) => `'${hook}' opencode ${name}`
  writeFileSync(module, renderPlugin({ ...connectionTo('opencode'), command }))
  const { Throughline } = await import(pathToFileURL(module).href)
  const hooks = await Throughline({ client, directory: folder })

  return {
    hooks,
    async feed(fixture, sessionId) {
      const { input, output, ...event } = readFixture(fixture, sessionId)
      const name = fixture.split('-')[0] ?? fixture
      await (name.startsWith('event.') ? hooks.event({ event }) : hooks[name]?.(input, output))
      return output
    },
    send: (type, properties) => hooks.event({ event: { type, properties } }),
    async quit() {
      await hooks.dispose()
      if (!existsSync(`${hook}.log`)) return []
      const lines = readFileSync(`${hook}.log`, 'utf8').trim().split('\n')
      return lines.flatMap((line) => {
        const [event = ''] = line.split(' ', 1)
        return opencodeProtocol.parse(event, JSON.parse(line.slice(event.length))) ?? []
      })
    },
  }
}

function readFixture(name: string, sessionId?: string) {
  const text = readFileSync(join(fixtures, `${name}.json`), 'utf8')
  return JSON.parse(sessionId ? text.replace(/(?<="sessionID": ")\w+/g, sessionId) : text)
}

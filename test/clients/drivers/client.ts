/** A released client in a world, with a model on loopback that keeps what it is sent. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { clientCache } from '../../../scripts/install-client.ts'
import type { JsonObject } from '../../../src/core/model/json.ts'
import type { ApiRequest, LoopbackApi } from '../fake-models/loopback-api.ts'
import type { CaptureWorld } from '../world/capture-world.ts'
import { type ClientOutcome, type ClientRun, runClient } from './run-client.ts'

export interface Client {
  readonly binary: string
  readonly api: LoopbackApi
  readonly world: CaptureWorld
}

export interface Asked {
  readonly sessionId: string
  readonly answer: string | undefined
  /** What the model was sent meanwhile, the client's own questions left out. */
  readonly asked: readonly JsonObject[]
}

export interface ListenedRun extends ClientOutcome {
  readonly sent: readonly ApiRequest[]
}

/** Runs it in the repository. */
export async function runInWorld(
  { binary, api, world }: Client,
  { env, ...run }: Omit<ClientRun, 'binary' | 'cwd'>,
): Promise<ListenedRun> {
  const before = api.requests.length
  const outcome = await runClient({
    ...run,
    binary,
    cwd: world.repository,
    env: {
      HOME: world.userHome,
      PATH: '/usr/local/bin:/usr/bin:/bin',
      TERM: 'xterm-256color',
      TMPDIR: world.temporary,
      ...env,
    },
  })
  const stderr = withoutPlaces(outcome.stderr, world)
  return { ...outcome, stderr, sent: api.requests.slice(before) }
}

const checkout = resolve(import.meta.dirname, '../../..')

/** A path may hold the name of a program that the client says nothing about. */
function withoutPlaces(text: string, { root }: CaptureWorld): string {
  return [root, clientCache(), checkout].reduce((left, place) => left.replaceAll(place, ''), text)
}

export interface WrittenSettings {
  readonly file: string
  readonly text: string
}

export function writeSettings(file: string, text: string): WrittenSettings {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return { file, text }
}

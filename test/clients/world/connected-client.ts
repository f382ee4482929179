/** A released client with a scripted model, connected by `throughline setup` for its user. */
import { afterAll, beforeAll } from 'vitest'
import type { Client, WrittenSettings } from '../drivers/client.ts'
import type { LoopbackApi } from '../fake-models/loopback-api.ts'
import type { Scenario } from '../fake-models/scripted-model.ts'
import { createCaptureWorld } from './capture-world.ts'

export interface ConnectedClient extends Client {
  /** The settings its user had before. */
  readonly settings: WrittenSettings
  close(): Promise<void>
}

interface ClientToConnect {
  readonly host: string
  readonly binary: string
  startApi(scenarios: readonly Scenario[]): Promise<LoopbackApi>
  readonly scenarios: readonly Scenario[]
  writeSettings(client: Client): WrittenSettings
  /** What a person has told it to remember before. */
  readonly fact?: string
}

/** Opens it before the tests of a file and closes it after them. */
export function useConnectedClient(wanted: ClientToConnect) {
  let client: ConnectedClient
  beforeAll(async () => {
    client = await openConnectedClient(wanted)
    const { world } = client
    if (wanted.fact) await world.throughline(world.repository, 'remember', wanted.fact)
  })
  afterAll(() => client?.close())
  return { client: () => client, world: () => client.world }
}

async function openConnectedClient({
  host,
  binary,
  startApi,
  scenarios,
  writeSettings,
}: ClientToConnect): Promise<ConnectedClient> {
  // Closes what is open when a later step fails.
  await using opened = new AsyncDisposableStack()
  const world = opened.adopt(await createCaptureWorld(), (created) => created.close())
  const api = opened.use(await startApi(scenarios))
  const settings = writeSettings({ binary, api, world })
  await world.throughline(world.repository, 'setup', '--host', host, '--user', '--yes')
  await world.throughline(world.repository, 'config', 'set', 'hook.deadlineMs', '10000')
  const all = opened.move()
  return { binary, api, world, settings, close: () => all.disposeAsync() }
}

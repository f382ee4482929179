/** A released client with a scripted model, wired by `throughline setup` for its user. */
import { installClient } from '../../../scripts/install-client.ts'
import type { Client, WrittenSettings } from '../drivers/client.ts'
import type { LoopbackApi } from '../fake-models/loopback-api.ts'
import type { Scenario } from '../fake-models/scripted-model.ts'
import { createCaptureWorld } from './capture-world.ts'

export interface WiredClient extends Client {
  /** What its user had before. */
  readonly settings: WrittenSettings
  close(): Promise<void>
}

export async function openWiredClient(
  host: string,
  startApi: (scenarios: readonly Scenario[]) => Promise<LoopbackApi>,
  scenarios: readonly Scenario[],
  writeSettings: (client: Client) => WrittenSettings,
): Promise<WiredClient> {
  const binary = await installClient(host)
  const world = await createCaptureWorld()
  const api = await startApi(scenarios)
  const settings = writeSettings({ binary, api, world })
  await world.throughline(world.repository, 'setup', '--host', host, '--user', '--yes')
  await world.throughline(world.repository, 'config', 'set', 'hook.deadlineMs', '10000')
  async function close(): Promise<void> {
    await api.close()
    await world.close()
  }
  return { binary, api, world, settings, close }
}

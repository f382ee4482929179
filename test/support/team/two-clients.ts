/** Two members of a team, Alice and Bob, each on a machine of their own. */
import { openClient, type TestClient } from './client.ts'
import { makeTeam, type TestSync } from './sync-server.ts'

export type TwoClients = Awaited<ReturnType<typeof openTwoClients>>

/** For a `beforeEach`. */
export async function openTwoClients(server: TestSync) {
  const team = await makeTeam(server)
  const alice = await openClient(() => server.server, team.alice)
  const bob = await openClient(() => server.server, team.bob)
  return {
    ...{ team, alice, bob },
    /** Both share the project. */
    async share(): Promise<void> {
      for (const each of [alice, bob]) await each.share()
    },
    /** Syncs until everything has arrived, ten minutes apart; without clients both. */
    async settle(...clients: TestClient[]): Promise<void> {
      const chosen = clients.length > 0 ? clients : [alice, bob]
      for (const each of [...chosen, ...chosen, ...chosen]) {
        each.clock.advance(10 * 60_000)
        await each.sync()
      }
    },
  }
}

/** Two machines of a team, each with its daemon: what one stores is soon on the other. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { hasPostgres } from '../support/postgres.ts'
import { runCli } from '../support/processes/cli.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { useRunningServer } from '../support/team/running-server.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the daemons of two teammates', () => {
  const server = useRunningServer()
  let ada: World
  let grace: World
  beforeEach(() => {
    ada = createWorld()
    grace = createWorld()
  })
  afterEach(async () => {
    await ada.close()
    await grace.close()
  })

  const say = async (world: World, args: string[], env: Record<string, string> = {}) => {
    const result = await runCli(world, args, { env })
    expect(result).toMatchObject({ code: 0, stderr: '' })
    return result.stdout
  }

  it('bring a memory over long before the next poll, without being asked', async () => {
    const args = ['server', 'create', 'Acme', '--owner', 'ada@example.com', '--json']
    const address = ['--public-url', server.url]
    const { link } = JSON.parse(
      await say(ada, [...args, ...address], { DATABASE_URL: server.databaseUrl }),
    )
    await say(ada, ['login', link])
    const invited = JSON.parse(await say(ada, ['team', 'invite', 'grace@example.com', '--json']))
    await say(grace, ['login', invited.link, '--name', 'Grace'])
    for (const world of [ada, grace]) {
      await say(world, ['remember', `The first word of ${world.paths.root}.`])
      await say(world, ['share', '--yes'])
      await startDaemon(world)
    }
    await waitFor('both to listen', async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      return metrics.includes('throughline_waits 2')
    })
    const startedAt = performance.now()
    await say(ada, ['remember', 'Deploys run on Mondays.'])
    await waitFor('the memory to arrive', async () =>
      (await say(grace, ['list'])).includes('Mondays'),
    )
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })
})

/** Two machines of a team, each with its daemon: what one stores is soon on the other. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { hasPostgres } from '../support/postgres.ts'
import { runCli, spawnCli } from '../support/processes/cli.ts'
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

  /** As a person runs it: the daemon that it starts goes on. */
  const run = async (world: World, ...args: string[]) => {
    const { code, stdout, stderr } = await spawnCli(world, args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout
  }
  const isDaemonRunning = async (world: World) =>
    JSON.parse(await run(world, 'status', '--json')).daemon.running

  it('are started by login and share, and serve a reader, who sends nothing', async () => {
    const args = ['server', 'create', 'Acme', '--owner', 'ada@example.com', '--json']
    const { link } = JSON.parse(
      await say(ada, [...args, '--public-url', server.url], { DATABASE_URL: server.databaseUrl }),
    )
    await run(ada, 'login', link)
    expect(await isDaemonRunning(ada)).toBe(true)
    await run(ada, 'remember', 'Deploys run on Mondays.')
    await run(ada, 'stop')
    await run(ada, 'share', '--yes')
    expect(await isDaemonRunning(ada)).toBe(true)
    const invitation = ['team', 'invite', 'rita@example.com', '--role', 'reader', '--json']
    await run(grace, 'login', JSON.parse(await run(ada, ...invitation)).link, '--name', 'Rita')
    const shown = await run(grace, 'share', '--yes')
    expect(shown).toContain('You are a reader, so nothing of yours would be sent.')
    expect(shown).not.toMatch(/sent too|will be sent|Everything was sent/)
    expect(await run(grace, 'list')).toContain('Mondays')
    await waitFor('the reader to listen', async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      return metrics.includes('throughline_waits 2')
    })
    await run(grace, 'remember', 'Only Rita knows this.')
    await run(ada, 'remember', 'Releases are tagged at night.')
    await waitFor('the memory to arrive', async () =>
      (await run(grace, 'list')).includes('tagged at night'),
    )
    const status = await run(grace, 'sync', 'status')
    expect(status).toContain('Nothing is sent: ')
    expect(status).toContain('1 change only here')
    await run(grace, 'stop')
    expect(await run(grace, 'sync', 'status')).toContain('The daemon is not running')
    expect(await run(ada, 'list')).not.toContain('Rita')
  }, 120_000)

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

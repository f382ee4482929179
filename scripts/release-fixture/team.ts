/** The home joins a team: a server on loopback, and a teammate on a machine of her own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { startTrialDatabase } from '../../src/compose/team/trial-database.ts'
import { sessionPayloads } from '../../test/support/homes/claude-payloads.ts'
import { waitFor } from '../../test/support/homes/world.ts'
import { type Machine, openMachine } from './machine.ts'

/** The daemon is not running. It ends with changes that wait, because the team is over its quota. */
export async function joinTeam(ada: Machine): Promise<void> {
  if ((await ada.run(['server', '--help'])) === '') return
  const database = await startTrialDatabase(ada.makeFolder('database'))
  const env = { DATABASE_URL: database.url }
  const grace = openMachine(ada.program)
  const child = spawn(process.execPath, [ada.program, 'server', '--port', '0'], {
    ...{ cwd: ada.world.project, env: { ...ada.world.env, ...env } },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  ada.world.watch(child)
  try {
    const url = await addressOf(child)
    const create = ['server', 'create', 'Acme', '--owner', 'ada@example.com', '--public-url', url]
    const { link } = JSON.parse(await ada.run([...create, '--json'], { env }))
    await ada.run(['login', link])
    const invite = ['team', 'invite', 'grace@example.com', '--json']
    const invited = JSON.parse(await ada.run(invite))
    await grace.run(['login', invited.link, '--name', 'Grace'])
    await share(ada, grace)
    await editBoth(ada, grace, 'deploy-day')
    await ada.run(['sync', 'now'])
    await editBoth(ada, grace, 'deploy-hour')
    await ada.run(['server', 'quota', '--bytes', '1'], { env })
    await ada.run(['sync', 'now'])
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await grace.world.close()
    await database.stop()
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return waitFor('the server', () => /"url":"([^"]+)"/.exec(output)?.[1], 60_000)
}

/** Each has memories of the other, and Ada has a digest of Grace's session. */
async function share(ada: Machine, grace: Machine): Promise<void> {
  await ada.run(['remember', 'Deploys run on Mondays.', '--key', 'deploy-day'])
  await ada.run(['remember', 'Deploys begin at nine.', '--key', 'deploy-hour'])
  await ada.run(['share', '--yes'])
  await grace.run(['start'])
  await grace.run(['remember', 'The staging database is reset every night.'])
  const { start, prompt, stop, end } = sessionPayloads('fixture-grace', grace.world.project)
  await grace.send('SessionStart', start())
  await grace.send('UserPromptSubmit', prompt(1, 'Make the importer skip empty rows.'))
  await grace.send('Stop', stop(1, 'The importer skips empty rows now, and a test covers it.'))
  await grace.send('SessionEnd', end())
  await grace.settle()
  await grace.run(['stop'])
  await grace.run(['share', '--yes'])
  await grace.run(['share', '--digests', '--yes'])
  for (const machine of [ada, grace, ada, grace]) await machine.run(['sync', 'now'])
  await ada.run(['team', 'approve', 'Grace'])
  await grace.run(['team', 'approve', 'Ada'])
}

/** Grace's version reaches the server first. */
async function editBoth(ada: Machine, grace: Machine, key: string): Promise<void> {
  await grace.run(['edit', key, '--content', `What Grace says about the ${key}.`])
  await grace.run(['sync', 'now'])
  await ada.run(['edit', key, '--content', `What Ada says about the ${key}.`])
}

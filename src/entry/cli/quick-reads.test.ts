import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sessionPayloads } from '../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../test/support/homes/world.ts'
import { runCli } from '../../../test/support/processes/cli.ts'
import { leaves, rememberSome, runQuick } from '../../../test/support/processes/quick.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

describe('every command that only reads', () => {
  test('prints the same as the whole program, without the daemon', async () => {
    const { session, turn, event, memory } = await fill()
    const reads = [
      ...['list', 'list --json', 'list --scope global', 'list --all --limit 1', 'list --offset 1'],
      ...['list --forgotten', 'list --tag Build', 'list --kind Project', 'list --pinned --json'],
      ...[`show ${memory}`, `show ${memory} --json --history`, 'show editor --sources --history'],
      ...[`show ${turn}`, `show ${event} --json`, `show ${session}`],
      ...['sessions', 'sessions --json', 'sessions --status active', `sessions ${session}`],
      ...[`sessions ${session} --json`, 'sessions --host claude-code --limit 1'],
      ...[`timeline ${turn}`, `timeline ${turn} --before 0 --json`],
      ...['context', 'context --json', 'context --prompt deploy --explain', 'context stats'],
      ...['context stats --json --days 7', 'status', 'status --json'],
      ...['review', 'review --list --kind stale', 'review --json'],
      ...['cost', 'cost --by model --json', 'jobs', 'jobs list --status done', 'jobs list --json'],
      ...['projects', 'projects list --json', 'projects show widgets', 'consolidate list'],
      ...['subscribers', 'subscribers log', 'subscribers list --json'],
      ...['config', 'config list --json', 'config get hook.deadlineMs', 'config path'],
    ]
    for (const line of reads) {
      const args = line.split(' ')
      const { stdout, code } = await runCli(world, args)
      expect([line, code]).toEqual([line, 0])
      expect([line, await runQuick(world, args)]).toEqual([line, { isAnswered: true, stdout }])
    }
  })

  test('reviews the same after it stored which memories are nearly the same', async () => {
    await rememberSome(world)
    for (const port of ['8080', '9090']) {
      const content = `The staging server listens on port ${port}`
      await runCli(world, ['remember', content, '--scope', 'global'])
    }
    const first = await runQuick(world, ['review'])
    expect(first.stdout).toContain('near-duplicate')
    const database = new DatabaseSync(world.paths.database, { readOnly: true })
    onTestFinished(() => database.close())
    expect(database.prepare('SELECT pairs FROM near_pairs').get()?.pairs).toContain('values')
    expect(await runQuick(world, ['review'])).toEqual(first)
  })

  test('is left to the whole program where it fails or changes something', async () => {
    await rememberSome(world)
    const others = [
      ...[
        'show nothing-of-the-sort',
        'sessions unknown',
        'projects show unknown',
        'list --limit 0',
      ],
      ...[
        'jobs retry',
        'review undo',
        'consolidate',
        'consolidate undo',
        'config set enabled true',
      ],
      ...['sessions --host claud-code', 'list --jsn', 'list --help', 'cost --by colour', 'statsu'],
    ]
    for (const line of others) {
      expect([line, await runQuick(world, line.split(' '))]).toEqual([line, leaves])
    }
  })
})

/** Memories, and a session with a turn, a tool event and what was learned from it. */
async function fill() {
  await rememberSome(world)
  await runCli(world, [
    'remember',
    'I use two spaces',
    '--key',
    'editor',
    '--pin',
    '--tags',
    'build',
  ])
  const { start, prompt, toolUse, stop } = sessionPayloads('s1', world.project)
  const events = [
    ['SessionStart', start()],
    ['UserPromptSubmit', prompt(1, 'Paint the fence green.')],
    ['PostToolUse', toolUse(1, 'fence')],
    ['Stop', stop(1, 'The fence is green.')],
  ] as const
  for (const [event, payload] of events) writeSpoolFile(world.paths.spool, { event }, payload)
  await runCli(world, ['recall', 'fence'])
  const { sessions } = await json('sessions', '--json')
  const session = sessions[0].id as string
  const { timeline } = await json('sessions', session, '--json')
  const { memories } = await json('list', '--json')
  const [first] = timeline
  return { session, turn: first.id, event: first.toolEvents[0].id, memory: memories[0].id }
}

async function json(...args: string[]) {
  return JSON.parse((await runCli(world, args)).stdout)
}

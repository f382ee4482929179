/** `uninstall` takes off what is ours, and nothing else. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createWorld, isAlive, makeClone, type World } from '../support/homes/world.ts'
import { runCli, spawnCli } from '../support/processes/cli.ts'

let world: World
beforeEach(() => {
  world = createWorld()
  onTestFinished(() => world.close())
})

const settings = () => join(world.userHome, '.claude', 'settings.json')
const own = '{\n  "model": "opus"\n}\n'

async function setUp(): Promise<void> {
  mkdirSync(dirname(settings()), { recursive: true })
  writeFileSync(settings(), own)
  const args = ['setup', '--host', 'claude-code', '--yes', '--json']
  await runCli(world, args)
  expect(readFileSync(settings(), 'utf8')).toContain('throughline-hook')
}

describe('without --data', () => {
  test('it disconnects every agent, for you and in every project, and says where the data is', async () => {
    await setUp()
    const other = makeClone(world.path('other'), 'https://github.com/acme/other.git')
    await runCli(world, ['setup', '--host', 'codex', '--project', '--yes', '--json'], {
      cwd: other,
    })
    const ofProject = join(other, '.codex')
    expect(existsSync(ofProject)).toBe(true)
    const { code, stdout } = await runCli(world, ['uninstall', '--yes'])
    expect(code).toBe(0)
    expect(readFileSync(settings(), 'utf8')).toBe(own)
    expect(existsSync(ofProject)).toBe(false)
    expect(stdout).toContain('Disconnected Claude Code: ~/.claude/settings.json')
    expect(stdout).toContain('To delete it, too, remove that folder.')
    expect(existsSync(world.paths.root)).toBe(true)
  })

  test('it changes nothing unasked, and nothing in a dry run', async () => {
    await setUp()
    const connected = readFileSync(settings(), 'utf8')
    expect(await runCli(world, ['uninstall'])).toMatchObject({ code: 2 })
    const { stdout } = await runCli(world, ['uninstall', '--dry-run', '--data'])
    expect(stdout).toContain('Would disconnect Claude Code')
    expect(stdout).toContain(
      'Would stop the daemon, and remove the program, the hook and the command',
    )
    expect(stdout).toContain('Would delete all data')
    expect(readFileSync(settings(), 'utf8')).toBe(connected)
    expect(existsSync(world.paths.root)).toBe(true)
  })
})

describe('with --data', () => {
  test('it leaves no home folder', async () => {
    await setUp()
    await runCli(world, ['remember', 'The word is quagga'])
    const { stdout } = await runCli(world, ['uninstall', '--data', '--yes'])
    expect(stdout).toContain(`Deleted ${world.paths.root}`)
    expect(existsSync(world.paths.root)).toBe(false)
    expect(readFileSync(settings(), 'utf8')).toBe(own)
  })

  test('it deletes every file that Throughline has a path for, the team token among them', async () => {
    await runCli(world, ['remember', 'The word is quagga'])
    const { root, nodes, plugin, toolConnections, wikiStates, ...files } = world.paths
    const folders = [nodes, plugin, ...Object.values(files).map((path) => dirname(path))]
    for (const folder of folders) mkdirSync(folder, { recursive: true })
    for (const folder of [toolConnections, wikiStates]) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'codex.1234'), '')
    }
    for (const path of Object.values(files)) if (!existsSync(path)) writeFileSync(path, '')
    await runCli(world, ['uninstall', '--data', '--yes'])
    expect(existsSync(root)).toBe(false)
  })

  test('it stops a daemon that runs', async () => {
    const started = JSON.parse((await spawnCli(world, ['start', '--json'])).stdout)
    await spawnCli(world, ['uninstall', '--data', '--yes'])
    expect(isAlive(started.pid)).toBe(false)
    expect(existsSync(world.paths.root)).toBe(false)
  })

  test('files that are not ours stay and are named', async () => {
    await runCli(world, ['remember', 'The word is quagga'])
    const foreign = ['notes.txt', 'bin/mine', 'logs/other.txt', 'photos/a.jpg']
    mkdirSync(join(world.paths.root, 'photos'))
    for (const name of foreign) writeFileSync(join(world.paths.root, name), 'mine')
    const { stdout } = await runCli(world, ['uninstall', '--data', '--yes'])
    const kept = readdirSync(world.paths.root, { recursive: true }).map(String)
    expect(kept.sort()).toEqual([...foreign, 'bin', 'logs', 'photos'].sort())
    expect(stdout).toContain('notes.txt')
  })

  test('links are deleted, not followed', async () => {
    await runCli(world, ['remember', 'The word is quagga'])
    const elsewhere = world.path('elsewhere')
    mkdirSync(join(elsewhere, 'rejected'), { recursive: true })
    writeFileSync(join(elsewhere, 'x.spool'), 'mine')
    rmSync(world.paths.spool, { recursive: true })
    symlinkSync(elsewhere, world.paths.spool)
    await runCli(world, ['uninstall', '--data', '--yes'])
    expect(existsSync(world.paths.root)).toBe(false)
    expect(readdirSync(elsewhere)).toEqual(['rejected', 'x.spool'])
  })

  test.each([
    [
      'is a link',
      () => {
        mkdirSync(world.path('elsewhere'))
        symlinkSync(world.path('elsewhere'), world.paths.root)
      },
    ],
    ['has nothing of ours', () => mkdirSync(world.paths.root)],
  ])('a home that %s is left alone', async (_, prepare) => {
    prepare()
    const { code, stderr } = await runCli(world, ['uninstall', '--data', '--yes'])
    expect(code).toBe(1)
    expect(stderr).toContain('is not deleted')
    expect(existsSync(world.paths.root)).toBe(true)
    expect(existsSync(join(world.project, '.git'))).toBe(true)
  })

  test('so is one in which your own home folder is', async () => {
    writeFileSync(join(world.userHome, 'throughline.db'), '')
    const env = { THROUGHLINE_HOME: world.userHome }
    const { code, stderr } = await runCli(world, ['uninstall', '--data', '--yes'], { env })
    expect(code).toBe(1)
    expect(stderr).toContain('your own home folder')
  })
})

import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { openLocal } from '../../../compose/local.ts'

let world: World

beforeEach(() => {
  world = createWorld()
  world.writeConfig({
    subscribers: [
      { name: 'chat', url: 'http://127.0.0.1:1/secret-path', events: ['memory-stored'] },
      { name: 'file', command: ['sh', '-c', `cat >> ${world.path('got')}`] },
      { name: 'broken', command: ['sh', '-c', 'echo no >&2; exit 1'], events: ['turn-ended'] },
    ],
  })
})

afterEach(() => world.close())

const subscribers = (...args: string[]) => runCli(world, ['subscribers', ...args])
const remember = () => runCli(world, ['remember', 'Packages are installed with pnpm.'])

/** As the daemon would. */
async function deliver(name: string): Promise<void> {
  const { root } = world.paths
  const local = await openLocal({ root, userHome: world.userHome, env: world.env })
  await local.lifecycle.record()
  await local.lifecycle.deliver(name, new AbortController().signal)
  local.close()
}

it('lists subscribers with what they got and their errors', async () => {
  await remember()
  await deliver('file')
  await deliver('chat')
  const { stdout, code } = await subscribers()
  expect(code).toBe(0)
  const [chat, file, broken] = stdout.split('\n')
  expect(chat).toMatch(
    /^chat +http:\/\/127\.0\.0\.1:1 +0 delivered +1 waiting +0 parked +never +\S/,
  )
  expect(file).toMatch(/^file +sh +1 delivered +0 waiting +0 parked +just now$/)
  expect(broken).toMatch(/^broken +sh +0 delivered +0 waiting/)
  const { subscribers: listed } = JSON.parse((await subscribers('list', '--json')).stdout)
  expect(listed[0]).toMatchObject({ name: 'chat', waiting: 1, events: ['memory-stored'] })
})

it('says so when there are none', async () => {
  world.writeConfig({})
  expect((await subscribers()).stdout).toBe('No subscribers. docs/http.md shows how to add one.\n')
})

it('log lists each delivery', async () => {
  expect((await subscribers('log')).stdout).toBe('Nothing to deliver yet.\n')
  await remember()
  await deliver('file')
  const { stdout } = await subscribers('log', 'file')
  expect(stdout).toMatch(/^just now +file +memory-stored +done +0 failures +[0-9a-f]{32}\n$/)
  const { deliveries } = JSON.parse((await subscribers('log', '--limit', '1', '--json')).stdout)
  expect(deliveries).toHaveLength(1)
})

it('retry makes parked deliveries due again', async () => {
  world.writeConfig({
    subscribers: [{ name: 'broken', command: ['false'], attempts: 1 }],
  })
  await remember()
  await deliver('broken')
  expect((await subscribers()).stdout).toMatch(/0 waiting +1 parked +never +exited with 1/)
  expect((await subscribers('retry', 'broken')).stdout).toBe(
    '1 parked event will be delivered again.\n',
  )
  expect((await subscribers('retry')).stdout).toBe('0 parked events will be delivered again.\n')
})

it('test sends a sample of each subscribed event and reports the answers', async () => {
  const { stdout, code } = await subscribers('test', 'file')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^session-started +accepted\n/)
  const sent = readFileSync(world.path('got'), 'utf8').trim().split('\n')
  expect(sent.map((line) => JSON.parse(line).type)).toHaveLength(7)
  expect(world.rows('SELECT count(*) AS n FROM lifecycle_events')).toEqual([{ n: 0 }])
  const failed = await subscribers('test', 'broken', '--json')
  expect(failed.code).toBe(1)
  expect(JSON.parse(failed.stdout).results).toEqual([
    { type: 'turn-ended', accepted: false, error: 'exited with 1: no' },
  ])
})

it.each(['log', 'retry', 'test'])(
  '%s refuses an unknown subscriber, and suggests the nearest name',
  async (command) => {
    const { stderr, code } = await subscribers(command, 'chta')
    expect(code).toBe(1)
    expect(stderr).toBe('throughline: there is no subscriber "chta"\n  did you mean "chat"?\n')
  },
)

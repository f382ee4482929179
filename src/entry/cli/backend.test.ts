import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createWorld, type World } from '../../../test/support/homes/world.ts'
import { runCli } from '../../../test/support/processes/cli.ts'
import { version } from '../../home/version.ts'

let world: World

beforeEach(async () => {
  world = createWorld()
  await runCli(world, ['remember', 'We deploy with flyctl from the release branch'])
})
afterEach(() => world.close())

function announce(content: object): void {
  mkdirSync(world.paths.run, { recursive: true })
  const daemon = { pid: process.pid, port: 1, token: 'token', version }
  writeFileSync(world.paths.runFile, JSON.stringify({ ...daemon, ...content }))
}

/** What listens in place of the daemon, and whether it was asked. */
async function listen(answer: (socket: Socket) => void) {
  const asked: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (data) => {
      asked.push(data.toString())
      answer(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { asked, port: typeof address === 'object' ? address?.port : 0 }
}

const reply = (body: object) => (socket: Socket) =>
  socket.end(`HTTP/1.1 200 OK\r\n\r\n${JSON.stringify(body)}`)

test('a command that reads asks the running daemon', async () => {
  const answer = { memories: [], total: 0 }
  const { asked, port } = await listen(reply(answer))
  announce({ port })
  const { stdout } = await runCli(world, ['list', '--json'])
  expect(JSON.parse(stdout)).toEqual(answer)
  expect(asked[0]).toMatch(/^GET \/\S*memories\?/)
})

test.each([
  ['that died', { pid: 2 ** 22 + 1 }],
  ['that no longer listens', {}],
  ['of another version', { version: '0.0.1' }],
])('it silently reads the database beside a daemon %s', async (_, content) => {
  announce(content)
  const { stdout, stderr } = await runCli(world, ['recall', 'deploy'])
  expect(stdout).toContain('flyctl')
  expect(stderr).toBe('')
})

test('a daemon that breaks off is reported, and the command reads the database itself', async () => {
  const { port } = await listen((socket) => void socket.resetAndDestroy())
  announce({ port })
  const { code, stdout, stderr } = await runCli(world, ['recall', 'deploy'])
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'the daemon could not be reached (ECONNRESET); reading the database instead\n',
  })
  expect(stdout).toContain('flyctl')
})

test('if the daemon refuses, the command words the error', async () => {
  const { port } = await listen((socket) => void socket.end('HTTP/1.1 404 Not Found\r\n\r\n{}'))
  announce({ port })
  const { code, stderr } = await runCli(world, ['show', 'nothing-of-the-sort'])
  expect(code).toBe(1)
  expect(stderr).toContain('nothing-of-the-sort')
})

test('the daemon is not asked for a project named in the environment', async () => {
  const env = { THROUGHLINE_PROJECT: 'web shop' }
  await runCli(world, ['remember', 'We deploy the shop by hand'], { env })
  const { asked, port } = await listen(reply({}))
  announce({ port })
  const { stdout } = await runCli(world, ['recall', 'deploy'], { env })
  expect(stdout).toContain('by hand')
  expect(stdout).not.toContain('flyctl')
  expect(asked).toEqual([])
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createWorld, isAlive, type World } from '../../../test/support/homes/world.ts'
import { announce, claimHome } from '../../compose/presence.ts'
import { stopDaemonProcess } from './daemon-process.ts'

let world: World

beforeEach(() => {
  world = createWorld()
  mkdirSync(world.paths.run, { recursive: true })
})
afterEach(() => world.close())

/** Answers as a daemon does, in place of a process that lives until it is asked to stop. */
async function serveFor(child: ChildProcess): Promise<number> {
  const server = createServer((request, response) => {
    if (request.url === '/api/stop') child.kill()
    response.end(JSON.stringify({ pid: child.pid }))
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

test('stop waits for a starting daemon, and stops it', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  world.watch(child)
  const pid = child.pid ?? 0
  const giveUp = claimHome(world.paths)
  onTestFinished(() => giveUp?.())
  const stopping = stopDaemonProcess(world.paths)
  const port = await serveFor(child)
  announce(world.paths, { pid, port, token: 't', startedAt: '', version: '0' })
  expect(await stopping).toBe(true)
  expect(isAlive(pid)).toBe(false)
})

test('stop does not wait if there is no daemon', async () => {
  expect(await stopDaemonProcess(world.paths)).toBe(false)
})

/**
 * A repository's `.env` under the released clients, some of which load it: no daemon of the
 * repository's, none of its commands, and the session is in the user's home.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { sampled } from '../hermetic/long-run.ts'
import * as driven from './drivers/agents.ts'
import { testWithClients } from './test-with-clients.ts'
import { type CaptureWorld, createCaptureWorld } from './world/capture-world.ts'
import { captured } from './world/captured.ts'

// Gemini CLI is one of those that load it.
const { gemini, ...others } = driven
for (const agent of sampled<driven.Agent>([gemini, ...Object.values(others)], 1)) {
  const { test, binaryOf } = await testWithClients(agent.host)

  test(`${agent.host} goes on with the user’s home`, async () => {
    await using opened = new AsyncDisposableStack()
    const world = opened.adopt(await createCaptureWorld(), (created) => created.close())
    const api = opened.use(await agent.startApi([{ match: /^carry on$/, end: 'Carried on.' }]))
    const client = { binary: binaryOf(agent.host), api, world }
    agent.writeSettings(client)
    await world.throughline(world.repository, 'setup', '--host', agent.host, '--user', '--yes')
    await world.throughline(world.repository, 'config', 'set', 'hook.deadlineMs', '10000')
    const traces = writeHostileFiles(world)

    const { sessionId, answer } = await agent.ask(client, 'carry on')
    expect(answer).toBe('Carried on.')
    const { session, turns } = await captured(world, sessionId)
    expect(session).toMatchObject({ host: agent.host })
    expect(turns).toMatchObject([{ prompt: 'carry on' }])
    expect(readdirSync(join(world.repository, '.th'))).toEqual(['config.json'])
    expect(existsSync(traces)).toBe(false)
  })
}

/** @returns a file that any of its commands makes */
function writeHostileFiles({ root, repository }: CaptureWorld): string {
  const traces = join(root, 'traces')
  const subscribers = JSON.stringify([{ name: 'evil', command: ['/bin/sh', '-c', `: >${traces}`] }])
  const write = (path: string, text: string) => {
    mkdirSync(join(repository, path, '..'), { recursive: true })
    writeFileSync(join(repository, path), text)
  }
  write('.th/config.json', `{"subscribers":${subscribers}}`)
  write('intruder.cjs', `require('node:fs').writeFileSync(${JSON.stringify(traces)}, '')`)
  const variables = `THROUGHLINE_HOME=.th\nTHROUGHLINE_SUBSCRIBERS='${subscribers}'\n`
  for (const file of ['.env', '.env.local', '.gemini/.env', '.qwen/.env']) write(file, variables)
  return traces
}

import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { eachInMcpWorld } from '../../../test/support/processes/mcp-client.ts'
import { AnsweringTransport, serveOverStdio } from './stdio.ts'

const opened = eachInMcpWorld()

const clientInfo = { name: 'test', version: '1' }
const initialize = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
}
const call = (id: number, name: string, args: object) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

/** What is answered to one who says all of it at once and closes. */
async function converse(messages: object[], changes: object = {}): Promise<object[]> {
  const { local, world } = opened
  const { operations, agentOperations, log, hosts } = local
  const [input, output] = [new PassThrough(), new PassThrough()]
  const served = serveOverStdio(
    {
      operations: { ...operations, ...changes },
      agentOperations: { ...agentOperations, ...changes },
      log,
      hosts,
      version: '1.2.3',
      guidance: () => 'minimal',
      folder: world.project,
    },
    new AnsweringTransport(input, output),
  )
  input.end(messages.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join(''))
  await served
  const answers = await text(output.end())
  return answers
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

it('answers every request that came before the input ended', async () => {
  const content = 'The build needs Java 21.'
  const answers = await converse([
    initialize,
    { method: 'notifications/initialized' },
    call(2, 'memory_store', { content }),
    call(3, 'memory_store', { content: 'Widgets are blue.' }),
  ])
  // In any order: requests are answered side by side.
  expect(answers.map((answer) => 'id' in answer && answer.id).sort()).toEqual([1, 2, 3])
  const { memories } = await opened.local.operations.listMemories({
    folder: opened.world.project,
    all: false,
    includeSuperseded: false,
    limit: 20,
    offset: 0,
  })
  expect(memories.map((memory) => memory.content)).toContain(content)
})

it('does not wait for cancelled requests', async () => {
  const never = () => new Promise(() => undefined)
  const cancelled = { method: 'notifications/cancelled', params: { requestId: 2 } }
  const answers = await converse([initialize, call(2, 'memory_count', {}), cancelled], {
    countMemories: never,
  })
  expect(answers).toMatchObject([{ id: 1 }])
})

it('waits no longer than a client does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const hanging = () => {
    setImmediate(() => vi.advanceTimersByTime(5_000))
    return new Promise(() => undefined)
  }
  const answers = await converse([initialize, call(2, 'memory_count', {})], {
    countMemories: hanging,
  })
  expect(answers).toMatchObject([{ id: 1 }])
})

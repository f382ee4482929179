/** When an agent is asked to store what it learned: by the real hook and MCP server. */
import { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askTexts } from '../../src/core/asks/ask-texts.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { store } from '../support/processes/mcp-client.ts'
import { connectStdio } from '../support/processes/mcp-stdio.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

let world: World
beforeEach(() => {
  world = createWorld()
  // A busy machine may take longer than a hook usually has.
  world.writeConfig({ hook: { deadlineMs: 10_000 } })
  installShim(world)
})
afterEach(() => world.close())

async function connect(): Promise<Client> {
  const client = new Client({ name: 'claude-code', version: '1.0.0' })
  await connectStdio(world, { client })
  await client.listTools()
  return client
}

async function answerAt(
  event: string,
  payload: object,
  env: Record<string, string> = {},
): Promise<string> {
  const run = await runShim(world, event, payload, { cwd: world.project, env })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  return run.stdout
}

const payloads = (id: string) => sessionPayloads(id, world.project)
const prompt = (id: string, turn: number, text: string) =>
  answerAt('UserPromptSubmit', payloads(id).prompt(turn, text))
const run = (id: string, command: string, env?: Record<string, string>) => {
  const tool = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command } }
  const payload = { ...payloads(id).start(), ...tool, tool_response: { stdout: '' } }
  return answerAt('PostToolUse', payload, env)
}

describe.each(['with the daemon', 'without it'])('%s', (how) => {
  const begin = async () => {
    if (how === 'with the daemon') await startDaemon(world)
  }

  const promptTimes = async (id: string, times: number) => {
    for (let turn = 1; turn < times; turn += 1) await prompt(id, turn, `Show me file ${turn}.`)
    return prompt(id, times, 'Show me the log.')
  }

  it('an agent with our tools is asked after five prompts and after a commit, others are not', async () => {
    await begin()
    const client = await connect()
    await store(client, 'The build needs Java 21.')
    expect(await promptTimes('s1', 5)).toContain(askTexts.prompt)
    expect(await run('s1', 'git commit -m done')).toBe('')
    await promptTimes('s2', 3)
    expect(await run('s2', 'ls -l')).toBe('')
    expect(await run('s2', 'git commit -m done')).toContain(askTexts.settled)
    await client.close()
    expect(await promptTimes('s3', 5)).toBe('')
    expect(await run('s3', 'git commit -m done')).toBe('')
  })

  it('where the environment names disabled projects, others are asked too', async () => {
    await begin()
    await connect()
    const env = { THROUGHLINE_DISABLED_PROJECTS: '/elsewhere' }
    await promptTimes('s1', 3)
    expect(await run('s1', 'git commit -m done', env)).toContain(askTexts.settled)
  })
})

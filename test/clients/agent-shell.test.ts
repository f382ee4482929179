/** A shell that a released client opens for its model acts as that agent, not as the user. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { nameAgent } from '../../src/contract/vocabulary.ts'
import { sampled } from '../hermetic/long-run.ts'
import * as driven from './drivers/agents.ts'
import { type Step, use } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import { createCaptureWorld, program } from './world/capture-world.ts'
import { findMemories } from './world/captured-rows.ts'

interface ShellAgent extends driven.Agent {
  run(command: string): Step
}

const described = (name: string) => (command: string) =>
  use(name, { command, description: 'Run it' })
const agents: readonly ShellAgent[] = [
  { ...driven.claudeCode, run: described('Bash') },
  { ...driven.codex, run: (cmd) => use('exec_command', { cmd }) },
  { ...driven.copilot, run: described('bash') },
  { ...driven.gemini, run: described('run_shell_command') },
  { ...driven.openCode, run: described('bash') },
  {
    ...driven.qwen,
    run: (command) =>
      use('run_shell_command', { command, description: 'Run it', is_background: false }),
  },
]

/** As any program on the path, without the variables of the agent in the second half. */
const script = `env > env.txt
tell() { echo "$1 $2" >> told.txt; }
run() { name="$1"; shift; "$@" > out.txt 2>&1; tell "$name" "$? $(tr '\\n' ' ' < out.txt)"; }
run store ${process.execPath} ${program} remember "Tests run with vitest"
run config ${process.execPath} ${program} config set mcp.agentChanges apply
run bare env -i HOME="$HOME" ${process.execPath} ${program} config set mcp.agentChanges apply
run list env -i HOME="$HOME" ${process.execPath} ${program} list
`

describe.each(sampled(agents, 2))('$host', async (agent) => {
  const { test, binaryOf } = await testWithClients(agent.host)

  test('acts as the agent in its shell', async () => {
    await using opened = new AsyncDisposableStack()
    const world = opened.adopt(await createCaptureWorld(), (created) => created.close())
    const scenarios = [{ match: /^look$/, steps: [agent.run('sh ./look.sh')], end: 'Looked.' }]
    const api = opened.use(await agent.startApi(scenarios))
    const client = { binary: binaryOf(agent.host), api, world }
    agent.writeSettings(client)
    writeFileSync(join(world.repository, 'look.sh'), script)
    await agent.ask(client, 'look')

    const told = readFileSync(join(world.repository, 'told.txt'), 'utf8').split('\n')
    const refused = `only you can do this, and ${nameAgent(agent.host)} is running this shell`
    expect(told).toEqual([
      expect.stringMatching(/^store 0 Remembered as /),
      expect.stringContaining(`config 1 throughline: ${refused}`),
      // Nothing but the processes above it tells whose shell it is.
      process.platform === 'linux'
        ? expect.stringContaining(`bare 1 throughline: ${refused}`)
        : expect.stringMatching(/^bare /),
      expect.stringMatching(/^list 0 .*Tests run with vitest/),
      '',
    ])
    const [memory] = findMemories(
      join(world.userHome, '.throughline', 'throughline.db'),
      'Tests run with vitest',
    )
    expect(memory).toMatchObject({ trust: 'agent' })
  })
})

/**
 * A check fails in a released client, is repaired, and a later session of the same client that fails
 * the same way has the remedy in the next request to its model.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { ClientName } from '../../scripts/install-client.ts'
import { sampled } from '../hermetic/long-run.ts'
import { waitFor } from '../support/homes/world.ts'
import { type Agent, claudeCode, codex, gemini, openCode, qwen } from './drivers/agents.ts'
import type { Client } from './drivers/client.ts'
import { type Step, use } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import { type CaptureWorld, createCaptureWorld } from './world/capture-world.ts'
import { selectRows } from './world/captured-rows.ts'

interface RepairingAgent extends Agent {
  run(command: string): Step
  /** Creates the file without which the check fails. */
  repair(folder: string): Step
}

const check = './gradlew check'
const missing = 'names.txt'
const content = 'drain\n'

const agents = sampled<RepairingAgent>(
  [
    {
      ...claudeCode,
      run: (command) => use('Bash', { command, description: 'Run it' }),
      repair: (folder) => use('Write', { file_path: join(folder, missing), content }),
    },
    {
      ...codex,
      run: (cmd) => use('exec_command', { cmd }),
      repair: () => {
        const patch = `*** Begin Patch\n*** Add File: ${missing}\n+drain\n*** End Patch`
        return use('apply_patch', { patch })
      },
    },
    {
      ...gemini,
      run: (command) => use('run_shell_command', { command, description: 'Run it' }),
      repair: (folder) => use('write_file', { file_path: join(folder, missing), content }),
    },
    {
      ...openCode,
      run: (command) => use('bash', { command, description: 'Run it' }),
      repair: (folder) => use('write', { filePath: join(folder, missing), content }),
    },
    {
      ...qwen,
      run: (command) =>
        use('run_shell_command', { command, description: 'Run it', is_background: false }),
      repair: (folder) => use('write_file', { file_path: join(folder, missing), content }),
    },
  ],
  1,
)

const { test, binaryOf } = await testWithClients(...agents.map(({ host }) => host))
const clients = new Map<ClientName, Client>()
let world: CaptureWorld

beforeAll(async () => {
  world = await createCaptureWorld()
  for (const agent of agents) {
    const { host, run, repair, startApi, writeSettings } = agent
    const steps = [run(check), repair(world.repository), run(check)]
    const api = await startApi([
      { match: /^make the check pass$/, steps, end: 'It passes.' },
      { match: /^check it$/, steps: [run(check), run(check)], end: 'It fails.' },
    ])
    const client = { binary: binaryOf(host), world, api }
    clients.set(host, client)
    writeSettings(client)
  }
  await world.throughline(world.repository, 'setup', '--yes')
  await world.throughline(world.repository, 'config', 'set', 'hook.deadlineMs', '10000')
})

afterAll(async () => {
  for (const { api } of clients.values()) await api.close()
  await world?.close()
})

/**
 * A linter with a rule of its own for each client, so that none gets what another one resolved. It
 * takes a moment to end: on a busy machine Qwen Code reads nothing of a command that ends at once.
 */
function breakCheck(rule: string): void {
  const script = `#!/bin/sh
[ -e ${missing} ] && echo clean && exit 0
echo "src/pool.ts:3:7: a name is missing (${rule})"
sleep 0.5
exit 1
`
  writeFileSync(join(world.repository, 'gradlew'), script, { mode: 0o755 })
  rmSync(join(world.repository, missing), { force: true })
}

const resolvedIn = (sessionId: string) =>
  selectRows(
    world.database,
    `SELECT failures.session_id AS id FROM failures JOIN sessions ON sessions.id = session_id
     WHERE host_session_id = '${sessionId}' AND passed_by IS NOT NULL`,
  )

const ours = /throughline-context.*?\/throughline-context/g
const givenIn = (request: unknown) =>
  (JSON.stringify(request).match(ours) ?? []).filter((block) => block.includes('This failure'))

describe.each(agents)('$host', ({ host, ask }) => {
  const askIt = (prompt: string) => {
    const client = clients.get(host)
    if (!client) throw new Error(`${host} was not started`)
    return ask(client, prompt)
  }

  test('a failure that an earlier session repaired brings the remedy, once', async ({ task }) => {
    // An attempt that failed may have resolved its own.
    const rule = `named-in-${host}${'-again'.repeat(task.result?.retryCount ?? 0)}`
    breakCheck(rule)
    const first = await askIt('make the check pass')
    expect(givenIn(first.asked.at(-1))).toEqual([])
    const isResolved = () => resolvedIn(first.sessionId).length > 0
    await waitFor('the failure to be resolved', isResolved, 60_000)
    const [resolved] = resolvedIn(first.sessionId)

    breakCheck(rule)
    const { asked } = await askIt('check it')
    const [before, after, afterSecond] = asked.map(givenIn)
    expect(before).toEqual([])
    expect(after).toHaveLength(1)
    expect(after?.[0]).toContain(`\`${rule}\` failed on`)
    expect(after?.[0]).toContain(`passed after changes to \`${missing}\``)
    expect(after?.[0]).toContain(`session_get ${resolved?.id}`)
    expect(afterSecond).toHaveLength(1)
  })
})

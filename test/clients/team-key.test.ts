/** Claude Code in a sandbox without Throughline: it uses the team's memory over HTTP, with a key. */
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { hasPostgres, useTestDatabase } from '../support/postgres.ts'
import { claudeCode } from './drivers/agents.ts'
import { askClaude } from './drivers/ask-claude.ts'
import type { Client } from './drivers/client.ts'
import { runClaude } from './drivers/run-claude.ts'
import { startFakeMessagesApi } from './fake-models/messages-api.ts'
import { use } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import { createCaptureWorld } from './world/capture-world.ts'
import { openTeamWorld, type TeamMachine } from './world/team-world.ts'

const fact = 'The preview server listens on port 4173.'
const recall = 'mcp__throughline__memory_recall'
const project = 'https://github.com/acme/widgets.git'

const { test, binaryOf } = await testWithClients('claude-code')

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('Claude Code with a key of the team', () => {
  const databaseUrl = useTestDatabase()
  const opened = new AsyncDisposableStack()
  const binary = binaryOf('claude-code')
  let ada: TeamMachine
  let address: string

  beforeAll(async () => {
    const team = opened.use(await openTeamWorld(databaseUrl(), 'ada@example.com'))
    address = `${new URL(team.ownerLink).origin}/mcp`
    ada = await team.openMachine(claudeCode, binary, [])
    await ada.throughline('login', team.ownerLink)
    await ada.throughline('remember', fact)
    await ada.throughline('share', '--yes')
  })

  afterAll(() => opened.disposeAsync())

  async function createKey(): Promise<{ readonly id: string; readonly secret: string }> {
    const args = ['team', 'keys', 'create', 'Sandbox', '--scope', 'recall', '--json']
    const { key, secret } = JSON.parse(await ada.throughline(...args))
    return { id: key.id, secret }
  }

  /** As the docs tell to connect it. */
  async function openSandbox(secret: string): Promise<Client> {
    const world = opened.adopt(await createCaptureWorld(), (each) => each.close())
    const api = opened.use(
      await startFakeMessagesApi([
        {
          match: /^where is the preview\?$/,
          steps: [
            use('ToolSearch', { query: `select:${recall}` }),
            use(recall, { query: 'preview server port', project }),
          ],
          end: 'Answered.',
        },
      ]),
    )
    const authorization = `Authorization: Bearer ${secret}`
    const added = await runClaude({
      ...{ binary, api, home: world.userHome, project: world.repository },
      args: [
        'mcp',
        'add',
        '--transport',
        'http',
        'throughline',
        address,
        '--header',
        authorization,
      ],
    })
    expect(added.code).toBe(0)
    return { binary, api, world }
  }

  /** All that its model was sent. */
  async function ask(sandbox: Client): Promise<string> {
    const { asked, answer } = await askClaude(sandbox, 'where is the preview?')
    expect(answer).toBe('Answered.')
    return JSON.stringify(asked)
  }

  test('recalls what the team shared, until the key is revoked', async () => {
    const { id, secret } = await createKey()
    const sandbox = await openSandbox(secret)
    const found = await ask(sandbox)
    expect(found).toContain(fact)
    expect(found).not.toContain(secret)
    await ada.throughline('team', 'keys', 'revoke', id)
    const refused = await ask(sandbox)
    expect(refused).not.toContain(fact)
    expect(refused).toMatch(/No such tool available: mcp__throughline__memory_recall/)
  })
})

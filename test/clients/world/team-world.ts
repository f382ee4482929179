/** A team server as a process, on a real PostgreSQL, and machines that are to sign in to it. */
import { createWorld } from '../../support/homes/world.ts'
import { spawnCli } from '../../support/processes/cli.ts'
import { type ServerProcess, serverUrl, spawnServer } from '../../support/team/server-process.ts'
import type { Agent } from '../drivers/agents.ts'
import type { Client } from '../drivers/client.ts'
import type { Scenario } from '../fake-models/scripted-model.ts'
import { createCaptureWorld } from './capture-world.ts'

export interface TeamMachine extends Client {
  /** Our program, in the repository. @throws when it exits with another code than 0 */
  throughline(...args: string[]): Promise<string>
  ask(prompt: string): Promise<MachineAsked>
}

interface MachineAsked {
  readonly sessionId: string
  /** What of ours is in the first request to its model, before any tool was used. */
  readonly given: string
  /** The last request, with what its tools answered. */
  readonly last: string
}

export interface TeamWorld extends AsyncDisposable {
  /** Signs the owner of the organisation in, once. */
  readonly ownerLink: string
  /** By which somebody signs in on another machine; the operator makes it. */
  linkFor(email: string): Promise<string>
  /** A home with an agent that `throughline setup` connected. */
  openMachine(agent: Agent, binary: string, scenarios: readonly Scenario[]): Promise<TeamMachine>
  stopServer(): Promise<void>
  /** At the same address as before. */
  startServer(): Promise<void>
}

export async function openTeamWorld(databaseUrl: string, owner: string): Promise<TeamWorld> {
  // Closes what is open when a later step fails.
  await using opened = new AsyncDisposableStack()
  const operator = opened.adopt(createWorld(), (world) => world.close())
  const env = { ...operator.env, DATABASE_URL: databaseUrl }
  let server: ServerProcess | undefined
  const startServer = (port: string) => {
    server = spawnServer(['--port', port], { cwd: operator.folder, env })
    operator.watch(server.child)
    return serverUrl(server)
  }
  const url = await startServer('0')
  const create = ['server', 'create', 'Acme', '--owner', owner, '--public-url', url, '--json']
  const created = await spawnCli(operator, create, { env })
  const all = opened.move()
  return {
    ownerLink: JSON.parse(created.stdout).link,
    async linkFor(email) {
      const args = ['server', 'link', email, '--public-url', url, '--json']
      return JSON.parse((await spawnCli(operator, args, { env })).stdout).link
    },
    async openMachine(agent, binary, scenarios) {
      const world = all.adopt(await createCaptureWorld(), (captured) => captured.close())
      const client = { binary, world, api: all.use(await agent.startApi(scenarios)) }
      agent.writeSettings(client)
      const throughline = (...args: string[]) => world.throughline(world.repository, ...args)
      await throughline('setup', '--host', agent.host, '--yes')
      await throughline('config', 'set', 'hook.deadlineMs', '10000')
      const ask = async (prompt: string) => {
        const { sessionId, asked } = await agent.ask(client, prompt)
        const given = JSON.stringify(asked[0]).match(ours)?.join('\n') ?? ''
        return { sessionId, given, last: JSON.stringify(asked.at(-1)) }
      }
      return { ...client, throughline, ask }
    },
    async stopServer() {
      await server?.end('SIGTERM')
    },
    async startServer() {
      await startServer(new URL(url).port)
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

const ours = /throughline-context.*?\/throughline-context/g

/** Everybody else who uses the home meanwhile: the dashboard, an agent with our tools, a terminal. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { spawnCli } from '../../test/support/processes/cli.ts'
import type { RunningDaemon } from '../../test/support/processes/daemon.ts'
import { listenToEvents } from '../../test/support/processes/live-events.ts'
import { questionText, statementText } from '../scale-texts.ts'
import type { Machine } from './machine.ts'
import { hoursOfDay, statements } from './plan.ts'

/** What pages of the dashboard read; one of them each hour. */
const readings = ['status', 'overview', 'sessions', 'memories?all=true', 'review', 'jobs', 'growth']
const recallsPerHour = 3

export interface Visits {
  /** What was acknowledged as stored. */
  readonly stored: string[]
  /** One hour's requests to the daemon. */
  visit(daemon: RunningDaemon, hour: number): Promise<void>
  /** Stores a memory by the command, which needs no daemon. */
  remember(number: number): Promise<void>
  /** Runs a command that must succeed, and reads what it prints as JSON. */
  command(...args: string[]): Promise<unknown>
}

export function createVisits(machine: Machine): Visits {
  const { world } = machine
  const stored: string[] = []
  const folder = encodeURIComponent(world.project)

  async function command(...args: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await spawnCli(world, [...args, '--json'], {
      env: machine.env,
    })
    if (code !== 0) throw new Error(`throughline ${args.join(' ')} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout) as unknown
  }

  async function visit(daemon: RunningDaemon, hour: number): Promise<void> {
    const live = await listenToEvents(daemon)
    await read(daemon, readings[hour % readings.length] ?? 'status')
    for (let number = 0; number < recallsPerHour; number++) {
      const question = encodeURIComponent(questionText((number * hoursOfDay + hour) % statements))
      await read(daemon, `recall?query=${question}&folder=${folder}`)
      await read(daemon, `context?prompt=${question}&folder=${folder}`)
    }
    await findAgain(daemon, stored.at(-1))
    const content = `Of hour ${hour}: ${statementText(80_000 + hour)}`
    const answer = await daemon.post('/api/memories', { content, folder: world.project })
    if (!answer.ok) throw new Error(`a memory was refused: ${await answer.text()}`)
    stored.push(content)
    await useTools(daemon, hour)
    live.close()
    await live.ended
  }

  /** Whatever the clock says now. */
  async function findAgain(daemon: RunningDaemon, content: string | undefined): Promise<void> {
    if (content === undefined) return
    const path = `recall?query=${encodeURIComponent(content)}&folder=${folder}`
    const { hits } = JSON.parse(await read(daemon, path)) as { hits: { text: string }[] }
    const start = content.slice(0, 30)
    if (!hits.some(({ text }) => text.startsWith(start))) throw new Error(`not found: ${content}`)
  }

  return {
    stored,
    visit,
    command,
    async remember(number) {
      const content = `By hand: ${statementText(70_000 + number)}`
      await command('remember', content)
      stored.push(content)
    },
  }
}

async function read(daemon: RunningDaemon, path: string): Promise<string> {
  const answer = await daemon.request(`/api/${path}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`/api/${path} answered ${answer.status}: ${text}`)
  return text
}

async function useTools({ port, token }: RunningDaemon, hour: number): Promise<void> {
  const client = new Client({ name: 'codex-mcp-client', version: '1.0.0' })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
      requestInit: { headers },
    }),
  )
  await client.listTools()
  await client.callTool({ name: 'memory_recall', arguments: { query: questionText(hour) } })
  await client.close()
}

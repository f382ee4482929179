/** An agent that is connected to the memory: it is asked to store something, and proposes a change. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { sessionPayloads } from '../../test/support/homes/claude-payloads.ts'
import type { Machine } from './machine.ts'

export async function letAgentWork({ world, program, send }: Machine): Promise<void> {
  const client = new Client({ name: 'claude-code', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp'],
      cwd: world.project,
      env: { ...world.env },
    }),
  )
  try {
    await client.listTools()
    const { start, prompt, stop, end } = sessionPayloads('fixture-agent', world.project)
    await send('SessionStart', start())
    await send('UserPromptSubmit', prompt(1, 'From now on always tag releases before you push.'))
    const content = 'Releases are tagged before they are pushed'
    await client.callTool({ name: 'memory_store', arguments: { content, kind: 'rule' } })
    // Agents only propose to forget what the user said.
    await client.callTool({ name: 'memory_forget', arguments: { key: 'colours' } })
    await send('Stop', stop(1, 'Stored. Releases are tagged before they are pushed.'))
    await send('SessionEnd', end())
  } finally {
    await client.close()
  }
}

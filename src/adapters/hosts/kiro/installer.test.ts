import { expect, test } from 'vitest'
import {
  createIntegrationWorld,
  describeIntegration,
} from '../../../../test/support/processes/host-integration.ts'
import { installer } from './installer.ts'
import { kiroProtocol } from './protocol.ts'

const kiro = { ...kiroProtocol, ...installer }

const mcpServers = `{
\t"mcpServers": {
\t\t"fetch": {
\t\t\t"command": "uvx",
\t\t\t"args": ["mcp-server-fetch"], // pages
\t\t\t"autoApprove": ["*"]
\t\t}
\t}
}`

describeIntegration(kiro, {
  existing: [
    {
      name: 'a home with other hooks, MCP servers and steering files',
      target: 'user',
      files: {
        'home/.kiro/hooks/lint.json': '{"version":"v1","hooks":[]}',
        'home/.kiro/settings/mcp.json': mcpServers,
        'home/.kiro/steering/style.md': 'Tabs.\n',
      },
    },
    {
      name: 'a project with Windows line breaks',
      target: 'project',
      files: { 'project/.kiro/settings/mcp.json': mcpServers.replaceAll('\n', '\r\n') },
    },
    {
      name: 'a project with an MCP server on one line',
      target: 'project',
      files: { 'project/.kiro/settings/mcp.json': '{"mcpServers":{"a":{"command":"a"}}}' },
    },
  ],
  malformed: [
    {
      name: 'an MCP file with a missing comma',
      target: 'user',
      files: { 'home/.kiro/settings/mcp.json': '{\n  "a": 1\n  "mcpServers": {}\n}\n' },
      position: 'line 3, column 3',
    },
    {
      name: 'a list of MCP servers',
      target: 'project',
      files: { 'project/.kiro/settings/mcp.json': '{ "mcpServers": [] }' },
      position: 'line 1, column 17',
    },
  ],
})

test('hooks and steering are files of our own, the MCP server is among the others', async () => {
  const world = createIntegrationWorld(kiro)
  await world.install('user')
  const files = world.read()
  const hook = (trigger: string, timeout: number) => ({
    name: `throughline ${trigger}`,
    trigger,
    action: {
      type: 'command',
      command: `'/home/dev/.throughline/bin/throughline-hook' kiro ${trigger}`,
    },
    timeout,
    enabled: true,
  })
  expect(JSON.parse(files['home/.kiro/hooks/throughline.json'] ?? '')).toEqual({
    version: 'v1',
    hooks: [
      hook('SessionStart', 10),
      hook('UserPromptSubmit', 10),
      hook('PostToolUse', 5),
      hook('Stop', 5),
      hook('PreCompact', 10),
      hook('PostCompact', 5),
    ],
  })
  expect(files['home/.kiro/steering/throughline.md']).toBe(
    '---\ninclusion: always\n---\n\nRecall before you ask.\n',
  )
  expect(JSON.parse(files['home/.kiro/settings/mcp.json'] ?? '')).toEqual({
    mcpServers: {
      throughline: {
        command: '/usr/bin/node',
        args: ['/opt/throughline/bin/throughline.js', 'mcp'],
        env: { THROUGHLINE_HOME: '/home/dev/.throughline' },
      },
    },
  })
})

test('a moved configuration folder is found', () => {
  const location = { ...createIntegrationWorld(kiro).location('user'), configFolder: '/elsewhere' }
  expect(kiro.integrationFiles(location).map(({ file }) => file)).toEqual([
    '/elsewhere/hooks/throughline.json',
    '/elsewhere/settings/mcp.json',
    '/elsewhere/steering/throughline.md',
  ])
})

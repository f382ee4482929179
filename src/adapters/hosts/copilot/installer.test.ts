import { expect, test } from 'vitest'
import {
  createIntegrationWorld,
  describeIntegration,
} from '../../../../test/support/processes/host-integration.ts'
import { installer } from './installer.ts'
import { copilotProtocol } from './protocol.ts'

const copilot = { ...copilotProtocol, ...installer }

const mcpServers = `{
\t"mcpServers": {
\t\t"playwright": { "type": "local", "command": "npx", "args": ["@playwright/mcp@latest"], "tools": ["*"] }
\t}
}`
const settings = `{
  // mine
  "model": "gpt-5.4",
  "hooks": {
    "postToolUse": [{ "bash": "./lint.sh", "timeoutSec": 20 }],
    "Stop": [
      { "hooks": [{ "type": "command", "command": "say done" }] }, // as in Claude Code
    ],
  },
}
`

describeIntegration(copilot, {
  existing: [
    {
      name: 'a home with other hooks and MCP servers, tabs and no last line break',
      target: 'user',
      files: {
        'home/.copilot/mcp-config.json': mcpServers,
        'home/.copilot/hooks/lint.json': '{"version":1,"hooks":{"stop":[{"bash":"lint"}]}}',
      },
    },
    {
      name: 'a project with hooks of its own, nested and flat',
      target: 'project',
      files: {
        'project/.github/copilot/settings.local.json': settings,
        'project/.github/mcp.json': mcpServers.replaceAll('\n', '\r\n'),
      },
    },
    {
      name: 'a project with settings on one line',
      target: 'project',
      files: {
        'project/.github/copilot/settings.local.json': '{"hooks":{"Stop":[{"command":"x"}]}}',
      },
    },
  ],
  malformed: [
    {
      name: 'a list of MCP servers',
      target: 'user',
      files: { 'home/.copilot/mcp-config.json': '{\n  "mcpServers": []\n}\n' },
      position: 'line 2, column 17',
    },
    {
      name: 'settings with an event that is no list',
      target: 'project',
      files: {
        'project/.github/copilot/settings.local.json': '{\n  "hooks": { "Stop": {} }\n}\n',
      },
      position: 'line 2, column 22',
    },
  ],
})

test('the hooks are in a file of our own, the MCP server among the others', async () => {
  const world = createIntegrationWorld(copilot)
  await world.install('user')
  const hook = (event: string, timeoutSec: number) => [
    { command: `'/home/dev/.throughline/bin/throughline-hook' copilot ${event}`, timeoutSec },
  ]
  const files = world.read()
  expect(Object.keys(files)).toHaveLength(2)
  expect(JSON.parse(files['home/.copilot/hooks/throughline.json'] ?? '')).toEqual({
    version: 1,
    hooks: {
      SessionStart: hook('SessionStart', 10),
      UserPromptSubmit: hook('UserPromptSubmit', 10),
      PostToolUse: hook('PostToolUse', 5),
      PostToolUseFailure: hook('PostToolUseFailure', 5),
      Stop: hook('Stop', 5),
      ErrorOccurred: hook('ErrorOccurred', 5),
      SubagentStart: hook('SubagentStart', 10),
      SubagentStop: hook('SubagentStop', 5),
      PreCompact: hook('PreCompact', 10),
      SessionEnd: hook('SessionEnd', 5),
    },
  })
  expect(JSON.parse(files['home/.copilot/mcp-config.json'] ?? '')).toEqual({
    mcpServers: {
      throughline: {
        type: 'local',
        command: '/usr/bin/node',
        args: ['/opt/throughline/bin/throughline.js', 'mcp'],
        env: { THROUGHLINE_HOME: '/home/dev/.throughline' },
        tools: ['*'],
      },
    },
  })
})

test('a moved configuration folder is found', () => {
  const world = createIntegrationWorld(copilot)
  const location = { ...world.location('user'), configFolder: '/elsewhere' }
  expect(copilot.integrationFiles(location).map(({ file }) => file)).toEqual([
    '/elsewhere/hooks/throughline.json',
    '/elsewhere/mcp-config.json',
  ])
})

test('a project that switches all hooks off is reported', async () => {
  const world = createIntegrationWorld(copilot)
  world.write({ 'project/.github/copilot/settings.json': '{ "disableAllHooks": true }' })
  const problem = expect.stringMatching(/settings\.json disables/)
  expect(await world.blockers('project')).toMatchObject([{ problem }])
  expect(await world.blockers('user')).toEqual([])
})

import { expect, test } from 'vitest'
import {
  createIntegrationWorld,
  describeIntegration,
} from '../../../../test/support/processes/host-integration.ts'
import { installer } from './installer.ts'
import { cursorProtocol } from './protocol.ts'

const cursor = { ...cursorProtocol, ...installer }

const hooks = `{
  "version": 1,
  // before anything leaves this machine
  "hooks": {
    "beforeShellExecution": [
      { "command": "./hooks/audit.sh", "matcher": "curl|wget", "failClosed": true }
    ],
    "stop": [{ "command": "./hooks/notify.sh" }, /* later */ { "command": "./hooks/log.sh" }]
  }
}
`
const mcpServers = `{
\t"mcpServers": {
\t\t"linear": {
\t\t\t"url": "https://mcp.linear.app/mcp"
\t\t}
\t}
}`

describeIntegration(cursor, {
  existing: [
    {
      name: 'a home with other hooks and MCP servers',
      target: 'user',
      files: { 'home/.cursor/hooks.json': hooks, 'home/.cursor/mcp.json': mcpServers },
    },
    {
      name: 'a project with Windows line breaks and rules of its own',
      target: 'project',
      files: {
        'project/.cursor/hooks.json': hooks.replaceAll('\n', '\r\n'),
        'project/.cursor/mcp.json': mcpServers.replaceAll('\n', '\r\n'),
        'project/.cursor/rules/style.mdc': '---\nalwaysApply: true\n---\n\nTabs.\n',
      },
    },
    {
      name: 'a home with hooks on one line',
      target: 'user',
      files: {
        'home/.cursor/hooks.json': '{"version":1,"hooks":{"stop":[{"command":"x"}]}}',
        'home/.cursor/mcp.json': '{"mcpServers":{"a":{"command":"a"}}}',
      },
    },
  ],
  malformed: [
    {
      name: 'a hooks file with a missing comma',
      target: 'user',
      files: { 'home/.cursor/hooks.json': '{\n  "version": 1\n  "hooks": {}\n}\n' },
      position: 'line 3, column 3',
    },
    {
      name: 'an event that is no list',
      target: 'project',
      files: { 'project/.cursor/hooks.json': '{\n  "hooks": { "stop": "x" }\n}\n' },
      position: 'line 2, column 22',
    },
    {
      name: 'a list of MCP servers',
      target: 'project',
      files: { 'project/.cursor/mcp.json': '{ "mcpServers": [] }' },
      position: 'line 1, column 17',
    },
  ],
})

test('hooks, MCP server and, in a project, a rule that always applies', async () => {
  const world = createIntegrationWorld(cursor)
  await world.install('project')
  const files = world.read()
  expect(Object.keys(files).toSorted()).toEqual([
    'project/.cursor/hooks.json',
    'project/.cursor/mcp.json',
    'project/.cursor/rules/throughline.mdc',
  ])
  const hook = (event: string, timeout: number) => [
    { command: `'/home/dev/.throughline/bin/throughline-hook' cursor ${event}`, timeout },
  ]
  expect(JSON.parse(files['project/.cursor/hooks.json'] ?? '')).toEqual({
    version: 1,
    hooks: {
      sessionStart: hook('sessionStart', 10),
      beforeSubmitPrompt: hook('beforeSubmitPrompt', 5),
      postToolUse: hook('postToolUse', 5),
      postToolUseFailure: hook('postToolUseFailure', 5),
      afterAgentResponse: hook('afterAgentResponse', 5),
      stop: hook('stop', 5),
      subagentStop: hook('subagentStop', 5),
      preCompact: hook('preCompact', 10),
      sessionEnd: hook('sessionEnd', 5),
    },
  })
  expect(files['project/.cursor/rules/throughline.mdc']).toBe(
    '---\ndescription: The memory of earlier work\nalwaysApply: true\n---\n\nRecall before you ask.\n',
  )
})

test('a user has no rule, because Cursor keeps those in no file', async () => {
  const world = createIntegrationWorld(cursor)
  await world.install('user')
  expect(Object.keys(world.read()).toSorted()).toEqual([
    'home/.cursor/hooks.json',
    'home/.cursor/mcp.json',
  ])
})

test('in a project the MCP server gets the folder, wherever Cursor starts it', async () => {
  const world = createIntegrationWorld(cursor)
  await world.install('project')
  const { mcpServers } = JSON.parse(world.read()['project/.cursor/mcp.json'] ?? '')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Cursor puts the folder in.
  expect(mcpServers.throughline.args.slice(-2)).toEqual(['--folder', '${workspaceFolder}'])
})

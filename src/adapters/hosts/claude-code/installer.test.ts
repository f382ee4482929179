import { expect, test } from 'vitest'
import {
  createIntegrationWorld,
  describeIntegration,
} from '../../../../test/support/processes/host-integration.ts'
import { installer } from './installer.ts'
import { claudeCodeProtocol } from './protocol.ts'

const claudeCode = { ...claudeCodeProtocol, ...installer }

const settings = `{
  // how I like it
  "model": "opus",
  "hooks": {
    "PostToolUse": [
      { "matcher": "Edit|Write", "hooks": [{ "type": "command", "command": "prettier" }] }
    ]
  }
}
`
const state = `{
  "numStartups": 12,
  "mcpServers": {
    "linear": { "type": "http", "url": "https://mcp.linear.app/mcp" }
  },
  "projects": { "/home/dev/shop": { "allowedTools": [], "mcpServers": {} } }
}
`

describeIntegration(claudeCode, {
  existing: [
    {
      name: 'the files of somebody who uses it',
      target: 'user',
      files: { 'home/.claude/settings.json': settings, 'home/.claude.json': state },
    },
    {
      name: 'a project with settings of its own',
      target: 'project',
      files: {
        'home/.claude.json': state,
        'project/.claude/settings.json': '{ "model": "opus" }',
        'project/.claude/settings.local.json': settings,
      },
    },
    {
      name: 'a state file on one line',
      target: 'user',
      files: {
        'home/.claude.json': '{"mcpServers":{"linear":{"command":"linear"}},"numStartups":1}',
      },
    },
  ],
  malformed: [
    {
      name: 'a settings file with a missing comma',
      target: 'user',
      files: { 'home/.claude/settings.json': '{\n  "model": "opus"\n  "env": {}\n}\n' },
      position: 'line 3, column 3',
    },
    {
      name: 'a list of MCP servers',
      target: 'user',
      files: { 'home/.claude.json': '{\n  "mcpServers": []\n}\n' },
      position: 'line 2, column 17',
    },
  ],
})

test('the MCP server of a project is added to that project only', async () => {
  const world = createIntegrationWorld(claudeCode)
  await world.install('project')
  const { projectFolder } = world.location('project')
  expect(JSON.parse(world.read()['home/.claude.json'] ?? '')).toEqual({
    projects: {
      [projectFolder]: {
        mcpServers: {
          throughline: {
            type: 'stdio',
            command: '/usr/bin/node',
            args: ['/opt/throughline/bin/throughline.js', 'mcp'],
            env: { THROUGHLINE_HOME: '/home/dev/.throughline' },
          },
        },
      },
    },
  })
})

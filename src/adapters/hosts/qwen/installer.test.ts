import { describe, expect, test } from 'vitest'
import {
  createIntegrationWorld,
  describeIntegration,
} from '../../../../test/support/processes/host-integration.ts'
import { installer } from './installer.ts'
import { qwenProtocol } from './protocol.ts'

const qwen = { ...qwenProtocol, ...installer }

const settings = `{
  // signed in with a key
  "security": { "auth": { "selectedType": "openai" } },
  "mcpServers": {
    "linear": { "httpUrl": "https://mcp.linear.app/mcp" }, /* tickets */
  },
  "permissions": { "allow": ["Bash(git status)"] },
  "hooks": {
    "PreCompact": [
      { "hooks": [{ "type": "command", "name": "note", "command": "note-it", "timeout": 5 }] }
    ],
    "PostToolUse": [
      { "matcher": "write_file|edit", "hooks": [{ "type": "command", "command": "prettier" }] }
    ]
  }
}
`
const user = (text: string) => ({ 'home/.qwen/settings.json': text })
const project = (text: string) => ({ 'project/.qwen/settings.json': text })

describeIntegration(qwen, {
  existing: [
    { name: 'settings with comments, hooks and servers', target: 'user', files: user(settings) },
    { name: 'such settings of a project', target: 'project', files: project(settings) },
    {
      name: 'settings with tabs and Windows line breaks',
      target: 'user',
      files: user('{\r\n\t"model": { "name": "qwen3-coder" }\r\n}\r\n'),
    },
    {
      name: 'settings on one line without a break',
      target: 'project',
      files: project('{"mcpServers":{"git":{"command":"git-mcp"}},"model":{"name":"coder"}}'),
    },
    { name: 'a file of comments', target: 'user', files: user('// mine, later\n') },
  ],
  malformed: [
    {
      name: 'a missing comma',
      target: 'user',
      files: user('{\n  "ui": {}\n  "model": {}\n}\n'),
      position: 'line 3, column 3',
    },
    {
      name: 'an event that is no list',
      target: 'project',
      files: project('{\n  "hooks": { "Stop": {} }\n}\n'),
      position: 'line 2, column 22',
    },
    {
      name: 'a list of MCP servers',
      target: 'user',
      files: user('{ "mcpServers": [] }'),
      position: 'line 1, column 17',
    },
  ],
})

test('a hook has seconds, in milliseconds, which older and newer versions read alike', async () => {
  const world = createIntegrationWorld(qwen)
  await world.install('user')
  const { hooks, mcpServers } = JSON.parse(world.read()['home/.qwen/settings.json'] ?? '')
  const shim = "'/home/dev/.throughline/bin/throughline-hook' qwen"
  expect(Object.keys(hooks)).toEqual(qwenProtocol.events.map(({ name }) => name))
  expect(hooks.UserPromptSubmit).toEqual([
    {
      hooks: [
        {
          type: 'command',
          name: 'throughline',
          command: `${shim} UserPromptSubmit`,
          timeout: 10_000,
        },
      ],
    },
  ])
  expect(hooks.Stop).toMatchObject([{ hooks: [{ timeout: 5_000 }] }])
  expect(mcpServers.throughline).toMatchObject({ command: '/usr/bin/node' })
})

test('a folder that the user moved is the one connected', () => {
  const world = createIntegrationWorld(qwen)
  const [connected] = qwen.integrationFiles({
    ...world.location('user'),
    configFolder: '/srv/qwen',
  })
  expect(connected?.file).toBe('/srv/qwen/settings.json')
})

describe('what keeps hooks from running', () => {
  const blockers = async (files: Record<string, string>, target: 'user' | 'project') => {
    const world = createIntegrationWorld(qwen)
    world.write(files)
    return world.blockers(target)
  }
  const off = '{ "disableAllHooks": true }'

  test('is nothing by default', async () => {
    expect(await blockers({}, 'project')).toEqual([])
    expect(await blockers(user('{ "disableAllHooks": false }'), 'user')).toEqual([])
  })

  test('is the switch for all of them, a project’s before the user’s', async () => {
    const problem = expect.stringContaining('home/.qwen/settings.json disables hooks')
    expect(await blockers(user(off), 'user')).toMatchObject([{ problem }])
    expect(await blockers(user(off), 'project')).toMatchObject([{ problem }])
    const on = project('{ "disableAllHooks": false }')
    expect(await blockers({ ...user(off), ...on }, 'project')).toEqual([])
  })
})

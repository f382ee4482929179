import { describe, expect, test } from 'vitest'
import {
  createIntegrationWorld,
  describeIntegration,
} from '../../../../test/support/processes/host-integration.ts'
import { installer } from './installer.ts'
import { geminiProtocol } from './protocol.ts'

const gemini = { ...geminiProtocol, ...installer }

const settings = `{
  // signed in with a key
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "mcpServers": {
    "linear": { "httpUrl": "https://mcp.linear.app/mcp" }, /* tickets */
  },
  "hooks": {
    "PreCompress": [
      { "hooks": [{ "type": "command", "name": "note", "command": "note-it", "timeout": 500 }] }
    ],
    "AfterTool": [
      {
        "matcher": "write_file|replace",
        "sequential": true,
        "hooks": [{ "type": "command", "command": "prettier" }]
      }
    ]
  }
}
`
const user = (text: string) => ({ 'home/.gemini/settings.json': text })
const project = (text: string) => ({ 'project/.gemini/settings.json': text })

describeIntegration(gemini, {
  existing: [
    { name: 'settings with comments, hooks and servers', target: 'user', files: user(settings) },
    { name: 'such settings of a project', target: 'project', files: project(settings) },
    {
      name: 'settings with tabs and Windows line breaks',
      target: 'user',
      files: user('{\r\n\t"model": { "name": "gemini-2.5-pro" }\r\n}\r\n'),
    },
    {
      name: 'settings on one line without a break',
      target: 'project',
      files: project('{"mcpServers":{"git":{"command":"git-mcp"}},"model":{"name":"pro"}}'),
    },
    {
      name: 'settings with the switches of an older version',
      target: 'user',
      files: user('{\n  "hooks": {\n    "enabled": true,\n    "disabled": ["lint"]\n  }\n}\n'),
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
      files: project('{\n  "hooks": { "AfterTool": {} }\n}\n'),
      position: 'line 2, column 27',
    },
    {
      name: 'a list of MCP servers',
      target: 'user',
      files: user('{ "mcpServers": [] }'),
      position: 'line 1, column 17',
    },
  ],
})

test("Gemini's milliseconds: a hook has seconds, and none runs before every model call", async () => {
  const world = createIntegrationWorld(gemini)
  await world.install('user')
  const shim = "'/home/dev/.throughline/bin/throughline-hook' gemini"
  const hook = (event: string, timeout: number) => ({
    hooks: [{ type: 'command', name: 'throughline', command: `${shim} ${event}`, timeout }],
  })
  expect(JSON.parse(world.read()['home/.gemini/settings.json'] ?? '')).toEqual({
    hooks: {
      SessionStart: [hook('SessionStart', 10_000)],
      BeforeAgent: [hook('BeforeAgent', 10_000)],
      BeforeTool: [
        { matcher: expect.stringContaining('write_file'), ...hook('BeforeTool', 5_000) },
      ],
      AfterTool: [hook('AfterTool', 5_000)],
      AfterAgent: [hook('AfterAgent', 5_000)],
      PreCompress: [{ matcher: 'manual', ...hook('PreCompress', 10_000) }],
      SessionEnd: [hook('SessionEnd', 5_000)],
    },
    mcpServers: {
      throughline: {
        command: '/usr/bin/node',
        args: ['/opt/throughline/bin/throughline.js', 'mcp'],
        env: { THROUGHLINE_HOME: '/home/dev/.throughline' },
      },
    },
  })
})

test('a hook of ours for every compression is replaced by one for those asked for', async () => {
  const world = createIntegrationWorld(gemini)
  const command = '/opt/throughline-hook gemini PreCompress'
  const ours = { hooks: { PreCompress: [{ hooks: [{ type: 'command', command }] }] } }
  world.write(user(JSON.stringify(ours)))
  await world.install('user')
  const { hooks } = JSON.parse(world.read()['home/.gemini/settings.json'] ?? '')
  expect(hooks.PreCompress).toMatchObject([{ matcher: 'manual' }])
})

test('a folder that the user moved is the one connected', () => {
  const world = createIntegrationWorld(gemini)
  const [connected] = gemini.integrationFiles({
    ...world.location('user'),
    configFolder: '/srv/gemini',
  })
  expect(connected?.file).toBe('/srv/gemini/.gemini/settings.json')
})

describe('what keeps hooks from running', () => {
  const blockers = async (files: Record<string, string>, target: 'user' | 'project') => {
    const world = createIntegrationWorld(gemini)
    world.write(files)
    return world.blockers(target)
  }
  const off = '{ "hooksConfig": { "enabled": false } }'

  test('is nothing by default', async () => {
    expect(await blockers({}, 'project')).toEqual([])
    expect(await blockers(user('{ "hooksConfig": { "disabled": ["lint"] } }'), 'user')).toEqual([])
  })

  test('is the switch for all of them, a project’s before the user’s', async () => {
    const problem = expect.stringContaining('home/.gemini/settings.json disables hooks')
    expect(await blockers(user(off), 'user')).toMatchObject([{ problem }])
    expect(await blockers(user(off), 'project')).toMatchObject([{ problem }])
    const on = project('{ "hooksConfig": { "enabled": true } }')
    expect(await blockers({ ...user(off), ...on }, 'project')).toEqual([])
  })

  test.each(['throughline', "'/opt/throughline-hook' gemini AfterTool"])(
    'is %j in the list of those disabled',
    async (name) => {
      const listed = JSON.stringify({ hooksConfig: { disabled: ['lint', name] } })
      expect(await blockers(user(listed), 'project')).toMatchObject([
        { hint: expect.stringContaining('/hooks enable throughline') },
      ])
    },
  )
})

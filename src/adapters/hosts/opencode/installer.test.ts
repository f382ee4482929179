import { describe, expect, test } from 'vitest'
import {
  createIntegrationWorld,
  describeIntegration,
} from '../../../../test/support/processes/host-integration.ts'
import { installer } from './installer.ts'
import { opencodeProtocol } from './protocol.ts'

const opencode = { ...opencodeProtocol, ...installer }

const settings = `{
  "$schema": "https://opencode.ai/config.json",
  // the big one
  "model": "anthropic/claude-sonnet-5",
  "plugin": ["opencode-wakatime"],
  "mcp": {
    "linear": { "type": "remote", "url": "https://mcp.linear.app/mcp" }, /* tickets */
  },
}
`
const plugins = { 'home/.config/opencode/plugins/notify.js': 'export const Notify = () => ({})\n' }
const user = (text: string) => ({ 'home/.config/opencode/opencode.jsonc': text })
const plain = (text: string) => ({ 'home/.config/opencode/opencode.json': text })
const project = (text: string) => ({ 'project/.opencode/opencode.json': text })

describeIntegration(opencode, {
  existing: [
    {
      name: 'settings with comments, other servers and plugins',
      target: 'user',
      files: { ...user(settings), ...plugins },
    },
    { name: 'such settings of a project', target: 'project', files: project(settings) },
    {
      name: 'the settings that OpenCode makes at its first start',
      target: 'user',
      files: user('{\n  "$schema": "https://opencode.ai/config.json"\n}'),
    },
    {
      name: 'settings in both files',
      target: 'user',
      files: { ...user('{ "theme": "nord" } // dark\n'), ...plain(settings) },
    },
    {
      name: 'settings with tabs and Windows line breaks',
      target: 'user',
      files: plain('{\r\n\t"autoupdate": false,\r\n\t"theme": "nord"\r\n}\r\n'),
    },
    {
      name: 'settings on one line without a break',
      target: 'project',
      files: project('{"mcp":{"git":{"type":"local","command":["git-mcp"]}},"theme":"nord"}'),
    },
    { name: 'a file of comments', target: 'user', files: user('// mine, later\n') },
  ],
  malformed: [
    {
      name: 'a missing comma',
      target: 'user',
      files: user('{\n  "theme": "nord"\n  "mcp": {}\n}\n'),
      position: 'line 3, column 3',
    },
    {
      name: 'servers that are a list',
      target: 'project',
      files: project('{\n  "mcp": []\n}\n'),
      position: 'line 2, column 10',
    },
  ],
})

describe('the file our server is entered in', () => {
  const at = (files: Record<string, string>) => {
    const world = createIntegrationWorld(opencode)
    world.write(files)
    const [, settings] = opencode.integrationFiles(world.location('user'))
    return settings?.file.replace(/.*\//, '')
  }
  test('is the one there is', () => {
    expect(at({})).toBe('opencode.json')
    expect(at(plain('{}'))).toBe('opencode.json')
    expect(at(user('{}'))).toBe('opencode.jsonc')
    expect(at({ ...plain('{}'), ...user('{}') })).toBe('opencode.jsonc')
  })
  test('stays the same when the other file appears', () => {
    const connected = '{"mcp":{"throughline":{}}}'
    expect(at({ ...plain(connected), ...user('{}') })).toBe('opencode.json')
    expect(at({ ...plain('{}'), ...user(connected) })).toBe('opencode.jsonc')
  })
})

test('a user who moved all configuration by XDG_CONFIG_HOME is connected there', () => {
  const location = {
    ...createIntegrationWorld(opencode).location('user'),
    configFolder: '/etc/dev',
  }
  expect(opencode.configFolderVariable).toBe('XDG_CONFIG_HOME')
  expect(opencode.integrationFiles(location).map(({ file }) => file)).toEqual([
    '/etc/dev/opencode/plugins/throughline.js',
    '/etc/dev/opencode/opencode.json',
  ])
})

test('what setup writes', async () => {
  const world = createIntegrationWorld(opencode)
  await world.install('project')
  const files = world.read()
  expect(files['project/.opencode/opencode.json']).toBe(`{
  "mcp": {
    "throughline": {
      "type": "local",
      "command": [
        "/usr/bin/node",
        "/opt/throughline/bin/throughline.js",
        "mcp"
      ],
      "environment": {
        "THROUGHLINE_HOME": "/home/dev/.throughline"
      },
      "enabled": true
    }
  }
}
`)
  const plugin = files['project/.opencode/plugins/throughline.js']
  expect(plugin).toContain(`const commands = {
  "SessionStart": "'/home/dev/.throughline/bin/throughline-hook' opencode SessionStart",
`)
  expect(plugin).not.toContain('@commands@')
})

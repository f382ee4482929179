import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import {
  createIntegrationWorld,
  describeIntegration,
} from '../../../../test/support/processes/host-integration.ts'
import type { SettingsLocation, SettingsTarget } from '../../../core/ports/host.ts'
import { settingsFiles } from '../../filesystem/settings-files.ts'
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

describe('plugin', () => {
  const id = 'throughline@throughline'
  const on = { enabledPlugins: { [id]: true } }
  const off = { enabledPlugins: { [id]: false } }
  const ofUser = 'home/.claude/settings.json'
  const ofTeam = 'project/.claude/settings.json'
  const ofProject = 'project/.claude/settings.local.json'
  const known = 'home/.claude/plugins/known_marketplaces.json'

  let root: string

  beforeEach(() => {
    root = makeTemporaryFolder()
    write(known, marketplaceAt(root))
  })

  /** As the client writes it when a marketplace is added by its folder. */
  function marketplaceAt(folder: string) {
    const source = { source: 'directory', path: folder }
    return {
      throughline: { source, installLocation: folder, lastUpdated: '2026-11-16T00:53:49.312Z' },
    }
  }

  function write(name: string, content: object | string): void {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    writeFileSync(join(root, name), text)
  }

  function find(target: SettingsTarget, configFolder?: string) {
    const location: SettingsLocation = {
      target,
      userHome: join(root, 'home'),
      projectFolder: join(root, 'project'),
      programFolders: [],
      ...(configFolder && { configFolder }),
    }
    return installer.plugin?.find(location, settingsFiles)
  }

  test('a plugin of the user is on for the user and in every project', async () => {
    write(ofUser, on)
    const found = { id, folder: root }
    expect(await find('user')).toEqual(found)
    expect(await find('project')).toEqual(found)
  })

  test.each([ofTeam, ofProject])(
    'a plugin enabled in %s is enabled in that project only',
    async (file) => {
      write(file, on)
      expect(await find('project')).toEqual({ id, folder: root })
      expect(await find('user')).toBeUndefined()
    },
  )

  test('the nearer settings win: local, then the project’s, then the user’s', async () => {
    write(ofUser, on)
    write(ofTeam, off)
    expect(await find('project')).toBeUndefined()
    write(ofProject, on)
    expect(await find('project')).toEqual({ id, folder: root })
    expect(await find('user')).toBeDefined()
  })

  test('the plugin is found under any marketplace name', async () => {
    const { throughline } = marketplaceAt(root)
    write(known, { 'acme-tools': throughline })
    write(ofUser, { enabledPlugins: { 'throughline@acme-tools': ['0.1.0'] } })
    expect(await find('user')).toMatchObject({ id: 'throughline@acme-tools' })
  })

  test('it is found where the user moved the configuration folder to', async () => {
    write('moved/settings.json', on)
    write('moved/plugins/known_marketplaces.json', marketplaceAt(root))
    expect(await find('user', join(root, 'moved'))).toBeDefined()
    expect(await find('user')).toBeUndefined()
  })

  test('the client’s comments, trailing commas and byte order marks are read over', async () => {
    write(ofUser, `\uFEFF{ // mine\n "enabledPlugins": { "${id}": true, }, }`)
    expect(await find('user')).toBeDefined()
  })

  test('a plugin whose marketplace is gone is not loaded, so it is not on', async () => {
    write(ofUser, on)
    write(known, marketplaceAt(join(root, 'gone')))
    expect(await find('user')).toBeUndefined()
    write(known, {})
    expect(await find('user')).toBeUndefined()
  })

  describe('files that do not enable the plugin', () => {
    test.each([
      ['nothing', undefined],
      ['an empty file', ''],
      ['broken JSON', '{ "enabledPlugins": {'],
      ['another value', '[1]'],
      ['no object', { enabledPlugins: 'throughline@throughline' }],
      ['the plugin switched off', off],
      ['another plugin', { enabledPlugins: { 'other@throughline': true, throughline: true } }],
    ])('%s', async (_, content) => {
      if (content !== undefined) write(ofUser, content)
      expect(await find('user')).toBeUndefined()
      expect(await find('project')).toBeUndefined()
    })

    test('a folder in place of a file', async () => {
      mkdirSync(join(root, ofUser), { recursive: true })
      expect(await find('user')).toBeUndefined()
    })

    test.each([
      ['[]'],
      ['{ "throughline": 1 }'],
      ['{ "throughline": { "installLocation": 1 } }'],
      ['{'],
    ])('marketplaces that read %s', async (content) => {
      write(ofUser, on)
      write(known, content)
      expect(await find('user')).toBeUndefined()
    })
  })
})

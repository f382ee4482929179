import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import {
  createIntegrationWorld,
  describeIntegration,
} from '../../../../test/support/processes/host-integration.ts'
import type { Blocker, SettingsTarget } from '../../../core/ports/host.ts'
import { installer } from './installer.ts'
import { codexProtocol } from './protocol.ts'

const codex = { ...codexProtocol, ...installer }

const otherHooks = `{
\t"description": "mine",
\t"hooks": {
\t\t"Stop": [
\t\t\t{ "hooks": [{ "type": "command", "command": "say done", "timeout": 5 }] }
\t\t],
\t\t"PostToolUse": [{ "matcher": "Bash", "hooks": [] }]
\t}
}`

const config = `# My Codex.
model = "gpt-5.5"
approval_policy = "on-request"   # ask me
notify = [
  "sh", "-c",
  "[mcp_servers.docs]", # no table
]
instructions = """
[mcp_servers.docs]
command = "no table either"
"""

[mcp_servers.docs]
command = "docs"
env = { TOKEN = "secret" }

[[skills.config]]
path = "/skills/a"

[projects."/home/dev/project"]
trust_level = "trusted"`

describeIntegration(codex, {
  existing: [
    {
      name: 'settings with other hooks, servers and comments',
      target: 'user',
      files: { 'home/.codex/hooks.json': otherHooks, 'home/.codex/config.toml': config },
    },
    {
      name: 'settings of a project with line breaks of Windows',
      target: 'project',
      files: {
        'project/.codex/hooks.json': otherHooks.replaceAll('\n', '\r\n'),
        'project/.codex/config.toml': config.replaceAll('\n', '\r\n'),
      },
    },
    {
      name: 'settings on one line',
      target: 'user',
      files: {
        'home/.codex/hooks.json': '{"description":"mine"}',
        'home/.codex/config.toml': 'mcp_servers.docs.command = "docs"',
      },
    },
  ],
  malformed: [
    {
      name: 'a table whose header is not closed',
      target: 'user',
      files: { 'home/.codex/config.toml': 'model = "gpt-5.5"\n[mcp_servers\n' },
      position: 'line 2, column 13',
    },
    {
      name: 'a value that is none',
      target: 'project',
      files: { 'project/.codex/config.toml': '[features]\r\nhooks = yes\r\n' },
      position: 'line 2, column 9',
    },
    {
      name: 'servers on one line, to which none can be added',
      target: 'user',
      files: { 'home/.codex/config.toml': 'model = "x"\nmcp_servers = { docs = {} }\n' },
      position: 'line 2, column 1',
    },
    {
      name: 'a hooks file with a lost comma',
      target: 'user',
      files: { 'home/.codex/hooks.json': '{\n  "description": "a"\n  "hooks": {}\n}' },
      position: 'line 3, column 3',
    },
  ],
})

test('what setup writes', async () => {
  const world = createIntegrationWorld(codex)
  await world.install('user')
  const files = world.read()
  expect(files['home/.codex/config.toml']).toBe(`[mcp_servers.throughline]
command = "/usr/bin/node"
args = ["/opt/throughline/bin/throughline.js", "mcp"]
env = { THROUGHLINE_HOME = "/home/dev/.throughline" }
`)
  const command = (event: string) => `'/home/dev/.throughline/bin/throughline-hook' codex ${event}`
  const hook = (event: string, limits: object) => [
    { hooks: [{ type: 'command', command: command(event), ...limits }] },
  ]
  expect(JSON.parse(files['home/.codex/hooks.json'] ?? '')).toEqual({
    hooks: {
      SessionStart: hook('SessionStart', { timeout: 10, additionalContextLimit: 6750 }),
      UserPromptSubmit: hook('UserPromptSubmit', { timeout: 10, additionalContextLimit: 6750 }),
      PreToolUse: [{ matcher: 'Bash|apply_patch', ...hook('PreToolUse', { timeout: 5 })[0] }],
      PostToolUse: hook('PostToolUse', { timeout: 5 }),
      Stop: hook('Stop', { timeout: 5 }),
      SubagentStart: hook('SubagentStart', { timeout: 10, additionalContextLimit: 6750 }),
      SubagentStop: hook('SubagentStop', { timeout: 5 }),
      PreCompact: hook('PreCompact', { timeout: 10 }),
      PostCompact: hook('PostCompact', { timeout: 5 }),
      SessionEnd: hook('SessionEnd', { timeout: 3 }),
    },
  })
})

const command = (event: string) => `'/opt/x/throughline-hook' codex ${event}`
const hooks = JSON.stringify({
  hooks: {
    SessionStart: [
      {
        hooks: [
          {
            type: 'command',
            command: command('SessionStart'),
            timeout: 10,
            additionalContextLimit: 9000,
          },
        ],
      },
    ],
    PostToolUse: [
      { hooks: [{ type: 'command', command: 'somebody-else' }] },
      {
        matcher: '*',
        hooks: [{ type: 'command', command: command('PostToolUse'), timeout: 5 }],
      },
    ],
    SessionEnd: [{ hooks: [{ type: 'command', command: command('SessionEnd'), timeout: 5 }] }],
  },
})

/** As the real client made them for these hooks. */
const hashes = {
  'session_start:0:0': 'sha256:4ecbccce4f37b20e7c8b4dfb6134caee2305189e8d630d043800df8e3212ea46',
  'post_tool_use:1:0': 'sha256:f9e9365d693438508898a4a64cace2990fd416011398178f54ade89f01f36d70',
  'session_end:0:0': 'sha256:e29c3c0d862d945b8b1e6067f30e80fdc59043c9eee0e09e2ddb7e9a967a42fc',
}
const userHooks = '/home/dev/.codex/hooks.json'
const stateOf = (file: string, states: Readonly<Record<string, string>> = hashes) =>
  Object.entries(states)
    .map(([key, hash]) => `[hooks.state."${file}:${key}"]\ntrusted_hash = "${hash}"\n`)
    .join('\n')

test('hooks that were never reviewed do not run', async () => {
  expect(await blockers('user', { [userHooks]: hooks })).toEqual([
    {
      problem: `Codex does not run our hooks in ${userHooks}: you have not trusted them yet`,
      hint: 'start codex, type /hooks and trust them',
    },
  ])
})

test('trusted hooks run', async () => {
  const config = stateOf(userHooks)
  const files = { [userHooks]: hooks, '/home/dev/.codex/config.toml': `\uFEFF${config}` }
  expect(await blockers('user', files)).toEqual([])
})

test('hooks reached by a link are known by their real path', async () => {
  const root = realpathSync(makeTemporaryFolder())
  const [real, link] = [join(root, 'real'), join(root, 'link')]
  mkdirSync(real)
  symlinkSync(real, link)
  writeFileSync(join(real, 'hooks.json'), hooks)
  const files = {
    [join(link, 'hooks.json')]: hooks,
    [join(link, 'config.toml')]: stateOf(join(real, 'hooks.json')),
  }
  expect(await blockers('user', files, link)).toEqual([])
})

test('hooks that have changed, or are switched off, are named', async () => {
  const config = `${stateOf(userHooks, { ...hashes, 'session_start:0:0': 'sha256:00' })}
[hooks.state."${userHooks}:post_tool_use:1:0"]
enabled = false
`.replace(/\[hooks.state."[^"]*post_tool_use:1:0"\]\ntrusted.*\n/, '')
  const files = { [userHooks]: hooks, '/home/dev/.codex/config.toml': config }
  expect(await blockers('user', files)).toEqual([
    {
      problem: `Codex does not run our hooks for SessionStart in ${userHooks}: they have changed since you trusted them`,
      hint: 'start codex, type /hooks and trust them',
    },
    {
      problem: `Codex does not run our hooks for PostToolUse in ${userHooks}: they are switched off`,
      hint: 'start codex, type /hooks and switch them on',
    },
  ])
})

test('a project’s hooks run once the folder and they are trusted', async () => {
  const file = '/home/dev/project/.codex/hooks.json'
  const untrusted = await blockers('project', { [file]: hooks })
  expect(untrusted.map(({ hint }) => hint)).toEqual([
    'start codex there and trust the folder',
    'start codex, type /hooks and trust them',
  ])
  const config = `${stateOf(file)}\n[projects."/home/dev"]\ntrust_level = "trusted"\n`
  const files = { [file]: hooks, '/home/dev/.codex/config.toml': config }
  expect(await blockers('project', files)).toEqual([])
})

test.each(['hooks', 'codex_hooks'])('the feature «%s» can be switched off', async (name) => {
  const config = `${stateOf(userHooks)}\n[features]\n${name} = false\n`
  const files = { [userHooks]: hooks, '/home/dev/.codex/config.toml': config }
  expect(await blockers('user', files)).toEqual([
    {
      problem: `/home/dev/.codex/config.toml disables hooks with features.${name}`,
      hint: 'remove that setting',
    },
  ])
})

async function blockers(
  target: SettingsTarget,
  files: Readonly<Record<string, string>>,
  configFolder = '/home/dev/.codex',
): Promise<readonly Blocker[]> {
  const location = {
    target,
    userHome: '/home/dev',
    configFolder,
    projectFolder: '/home/dev/project',
    programFolders: [],
  }
  return (await installer.findBlockers?.(location, { read: async (file) => files[file] })) ?? []
}

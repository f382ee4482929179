import { expect, test } from 'vitest'
import {
  createWiringWorld,
  describeWiring,
} from '../../../../test/support/processes/host-wiring.ts'
import { codex } from './index.ts'

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

describeWiring(codex, {
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
  const world = createWiringWorld(codex)
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

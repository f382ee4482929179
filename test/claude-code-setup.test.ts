import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSettingsBackups, settingsFiles } from '../src/adapters/filesystem/settings-files.ts'
import { installer } from '../src/adapters/hosts/claude-code/installer.ts'
import { claudeCodeProtocol } from '../src/adapters/hosts/claude-code/protocol.ts'
import type { HostConnection, SettingsLocation } from '../src/core/ports/host.ts'
import {
  applyConnect,
  applyDisconnect,
  type FileOutcome,
  type FilePlan,
  planConnect,
  planDisconnect,
  type SetupTools,
} from '../src/core/setup/connect.ts'
import { type IntegrationInspection, inspectHost } from '../src/core/setup/inspect-host.ts'
import { connectionTo } from './support/processes/host-integration.ts'

const claudeCode = { ...claudeCodeProtocol, ...installer }

let root: string
let location: SettingsLocation
let file: string
let tools: SetupTools

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'throughline-setup-'))
  const projectFolder = join(root, 'project')
  mkdirSync(projectFolder)
  location = { target: 'project', userHome: join(root, 'home'), projectFolder, programFolders: [] }
  file = join(projectFolder, '.claude', 'settings.local.json')
  tools = {
    files: settingsFiles,
    backups: openSettingsBackups(join(root, 'throughline', 'backups', 'settings')),
    hash: (text) => createHash('sha256').update(text).digest('hex'),
  }
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

const foreignHook = { type: 'command', command: './notify.sh' }

const kinds: Readonly<Record<string, string | undefined>> = {
  missing: undefined,
  empty: '',
  'white space': ' \n\n',
  'an empty object': '{}\n',
  'only a comment': '// my settings\n',
  'with comments': `// mine
{
  /* what may run */
  "permissions": {
    "allow": ["Bash(ls)"] // harmless
  }, // more later
  "model": "opus" // the big one
  // end
}
`,
  'with tabs': '{\n\t"env": {\n\t\t"TOKEN": "secret"\n\t}\n}\n',
  'foreign hooks': `{
    "hooks": {
        "PostToolUse": [
            { "matcher": "Edit|Write", "hooks": [{ "type": "command", "command": "prettier" }] }
        ],
        "Notification": [{
            "hooks": [{ "type": "command", "command": "./notify.sh" }]
        }],
        "Stop": []
    },
    "model": "opus"
}
`,
  'Windows line breaks': '{\r\n  "model": "opus"\r\n}\r\n',
  'a byte order mark': '\uFEFF{\n  "model": "opus"\n}\n',
  'no final line break': '{\n  "model": "opus"\n}',
  'trailing commas':
    '{\n  "permissions": { "allow": ["a",], },\n  "hooks": {\n    "Stop": [],\n  },\n}\n',
  'one line': '{"model":"opus","hooks":{"Stop":[{"hooks":[]}]}}',
}

describe.each(Object.entries(kinds))('settings %s', (_, original) => {
  beforeEach(() => original !== undefined && write(original))

  test('setup connects every event, and a second setup changes nothing', async () => {
    expect(await setup()).toBe(original === undefined ? 'created' : 'updated')
    const connected = contents()
    for (const { name } of claudeCode.events)
      expect(ourCommands(connected)).toContain(command(name))
    expect(ourCommands(connected)).toHaveLength(claudeCode.events.length)

    expect(await setup()).toBe('unchanged')
    expect(contents()).toBe(connected)
  })

  test('setup then remove leaves the original bytes', async () => {
    await setup()
    expect(await remove()).toBe(original === undefined ? 'deleted' : 'updated')
    expect(original === undefined ? existsSync(dirname(file)) : contents()).toBe(original ?? false)
    expect(backupFiles()).toEqual([])
    expect(await remove()).toBe('unchanged')
  })

  test('a later setup with another path still knows the original', async () => {
    await setup(connection('/old/bin'))
    await setup(connection('/new/bin'))
    expect(ourCommands(contents())).toContain("'/new/bin/throughline-hook' claude-code Stop")
    expect(contents()).not.toContain('/old/bin')
    await remove()
    expect(original === undefined ? existsSync(dirname(file)) : contents()).toBe(original ?? false)
  })

  test('without a backup remove leaves the settings there were', async () => {
    await setup()
    rmSync(join(root, 'throughline'), { recursive: true })
    await remove()
    expect(withoutEmptyHooks(contents())).toEqual(withoutEmptyHooks(original ?? '{}'))
  })
})

describe('what setup writes', () => {
  test('looks like this in its own file', async () => {
    await setup()
    const lines = contents().split('\n')
    expect(lines.slice(0, 13)).toEqual([
      '{',
      '  "hooks": {',
      '    "SessionStart": [',
      '      {',
      '        "hooks": [',
      '          {',
      '            "type": "command",',
      `            "command": "'/opt/bin/throughline-hook' claude-code SessionStart",`,
      '            "timeout": 10',
      '          }',
      '        ]',
      '      }',
      '    ],',
    ])
    expect(contents().endsWith('  }\n}\n')).toBe(true)
  })

  test('comes after the hooks that were there, in their order', async () => {
    write(kinds['foreign hooks'] ?? '')
    await setup()
    const hooks = parse(contents()).hooks as Record<string, { matcher?: string }[]>
    expect(Object.keys(hooks).slice(0, 3)).toEqual(['PostToolUse', 'Notification', 'Stop'])
    expect(hooks.PostToolUse?.map(({ matcher }) => matcher)).toEqual(['Edit|Write', undefined])
    expect(contents()).toContain(
      '            { "matcher": "Edit|Write", "hooks": [{ "type": "command", "command": "prettier" }] },\n',
    )
  })

  test('goes to the files of the user when asked, or where the user moved them', async () => {
    const user = { ...location, target: 'user' as const }
    const files = (at: SettingsLocation) =>
      claudeCode.integrationFiles(at).map((connected) => connected.file)
    expect(files(user)).toEqual([
      join(root, 'home', '.claude', 'settings.json'),
      join(root, 'home', '.claude.json'),
    ])
    expect(files({ ...user, configFolder: '/moved' })).toEqual([
      join('/moved', 'settings.json'),
      join('/moved', '.claude.json'),
    ])
  })

  test('gives each hook a time limit, so that SessionEnd is not cut short', async () => {
    await setup()
    const { hooks } = parse(contents())
    expect(hooks.SessionEnd[0].hooks[0].timeout).toBe(5)
    expect(hooks.UserPromptSubmit[0].hooks[0].timeout).toBe(10)
  })

  test('is refused when it could not be recognised again', async () => {
    await expect(
      setup({ ...connection(), command: () => 'node something.js' }),
    ).rejects.toMatchObject({
      code: 'internal',
    })
  })
})

describe('our older entries', () => {
  const older = (event: string, path = '/old/bin') => ({
    type: 'command',
    command: `'${path}/throughline-hook' claude-code ${event}`,
    timeout: 60,
  })

  const without = { model: 'opus', hooks: { Stop: [{ hooks: [foreignHook] }] } }
  const withOlder = {
    model: 'opus',
    hooks: {
      Notification: [{ matcher: '*', hooks: [older('Notification')] }],
      Stop: [{ hooks: [older('Stop'), foreignHook] }, { hooks: [older('Stop', '/older')] }],
      PostToolUse: [{ matcher: 'Bash', hooks: [older('PostToolUse')] }],
    },
  }

  test('are replaced in place; duplicates and those of other events go', async () => {
    write(`${JSON.stringify(withOlder, null, 2)}\n`)
    expect(await setup()).toBe('updated')
    const { hooks } = parse(contents())
    expect(hooks.Notification).toBeUndefined()
    expect(hooks.Stop).toEqual([
      { hooks: [{ type: 'command', command: command('Stop'), timeout: 5 }, foreignHook] },
    ])
    expect(hooks.PostToolUse).toHaveLength(1)
    expect(hooks.PostToolUse[0].matcher).toBeUndefined()
    expect(await setup()).toBe('unchanged')
  })

  test('are gone after remove, in the bytes the file would have without them', async () => {
    write(`${JSON.stringify(withOlder, null, 2)}\n`)
    await setup()
    await remove()
    expect(contents()).toBe(`${JSON.stringify(without, null, 2)}\n`)
  })

  test('are removed without a setup before', async () => {
    write(`${JSON.stringify(withOlder, null, 2)}\n`)
    expect(await remove()).toBe('updated')
    expect(contents()).toBe(`${JSON.stringify(without, null, 2)}\n`)
  })

  test.each([
    "'/home/dev/.throughline/bin/throughline-hook' claude-code Stop",
    '/usr/bin/throughline-hook claude-code Stop',
    '"C:\\Program Files\\nodejs\\node.exe" "C:\\Users\\dev\\node_modules\\throughline\\dist\\entry\\hook\\main.js" claude-code Stop',
  ])('are recognised as %s', async (oldCommand) => {
    write(JSON.stringify({ hooks: { Stop: [{ hooks: [{ command: oldCommand }] }] } }))
    await remove()
    expect(contents()).toBe('{}')
  })

  test.each([
    'echo throughline-hook',
    '/usr/bin/throughline-hook codex Stop',
    'node /srv/entry/hook/main.js other-agent Stop',
    'my-throughline-hook-wrapper claude-code Stop',
    './not-throughline-hook claude-code Stop',
  ])('are not confused with %s', async (foreign) => {
    const text = JSON.stringify({ hooks: { Stop: [{ hooks: [{ command: foreign }] }] } })
    write(text)
    expect(await remove()).toBe('unchanged')
    expect(contents()).toBe(text)
  })
})

describe('settings edited between setup and remove', () => {
  test('keep the edit and their formatting', async () => {
    write('{\n  "model": "opus" // big\n}\n')
    await setup()
    write(contents().replace('"opus"', '"haiku"'))
    expect(await remove()).toBe('updated')
    expect(contents()).toBe('{\n  "model": "haiku" // big\n}\n')
    expect(backupFiles()).toEqual([])
  })

  test('keep what was added to a file that we made', async () => {
    await setup()
    write(contents().replace('{\n', '{\n  "model": "opus",\n'))
    await remove()
    expect(contents()).toBe('{\n  "model": "opus"\n}\n')
  })

  test('are deleted when we made the file and nothing was added', async () => {
    await setup()
    write(JSON.stringify(JSON.parse(contents())))
    expect(await remove()).toBe('deleted')
    expect(existsSync(dirname(file))).toBe(false)
  })

  test('keep a hook added next to ours', async () => {
    await setup()
    const settings = parse(contents())
    settings.hooks.Stop[0].hooks.push(foreignHook)
    write(JSON.stringify(settings, null, 2))
    await remove()
    expect(parse(contents())).toEqual({ hooks: { Stop: [{ hooks: [foreignHook] }] } })
  })

  test('are what the next remove goes back to when setup ran again after the edit', async () => {
    write('{\n  "model": "opus"\n}\n')
    await setup(connection('/old/bin'))
    write(contents().replace('"opus"', '"haiku"'))
    await setup(connection('/new/bin'))
    await remove()
    expect(contents()).toBe('{\n  "model": "haiku"\n}\n')
  })

  test('may be gone altogether', async () => {
    await setup()
    rmSync(file)
    expect(await remove()).toBe('unchanged')
    expect(existsSync(dirname(file))).toBe(false)
    expect(backupFiles()).toEqual([])
  })

  test('keep a folder that is in use', async () => {
    await setup()
    writeFileSync(join(dirname(file), 'agents.md'), '')
    await remove()
    expect(readdirSync(dirname(file))).toEqual(['agents.md'])
  })
})

describe('a file changed while the user was asked', () => {
  test('is not overwritten by setup', async () => {
    write('{}')
    const plan = await planSetup()
    write('{"model":"opus"}')
    await expect(applyConnect(plan, tools)).rejects.toMatchObject({ code: 'conflict' })
    expect(contents()).toBe('{"model":"opus"}')
  })

  test('is not overwritten by remove', async () => {
    await setup()
    const plan = await planRemove()
    write('{"model":"opus"}')
    await expect(applyDisconnect(plan, tools)).rejects.toMatchObject({ code: 'conflict' })
    expect(contents()).toBe('{"model":"opus"}')
  })
})

describe('the file itself', () => {
  test('keeps its mode, and the backup is private', async () => {
    write('{"env":{"TOKEN":"secret"}}')
    chmodSync(file, 0o640)
    await setup()
    expect(statSync(file).mode & 0o777).toBe(0o640)
    const [backup] = backupFiles()
    expect(statSync(backup ?? '').mode & 0o777).toBe(0o600)
    expect(readFileSync(backup ?? '', 'utf8')).not.toContain('secret')
    await remove()
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })

  test('stays a symbolic link, whose target is written and restored', async () => {
    const target = join(root, 'dotfiles', 'claude.json')
    mkdirSync(dirname(target))
    writeFileSync(target, '{ "model": "opus" }')
    mkdirSync(dirname(file))
    symlinkSync('../../dotfiles/claude.json', file)
    await setup()
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, 'utf8')).toContain('throughline-hook')
    await remove()
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe('{ "model": "opus" }')
  })

  test('may be a link to a file that does not exist yet', async () => {
    const target = join(root, 'dotfiles', 'claude', 'settings.json')
    mkdirSync(dirname(file))
    symlinkSync(target, file)
    await setup()
    expect(readFileSync(target, 'utf8')).toContain('throughline-hook')
    await remove()
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(existsSync(join(root, 'dotfiles'))).toBe(false)
  })

  test('leaves no temporary file behind', async () => {
    await setup()
    expect(readdirSync(dirname(file))).toEqual(['settings.local.json'])
  })

  test('makes do with a damaged backup', async () => {
    write('{\n  "model": "opus"\n}\n')
    await setup()
    writeFileSync(backupFiles()[0] ?? '', '{ broken')
    await remove()
    expect(contents()).toBe('{\n  "model": "opus"\n}\n')
  })
})

describe('a setup that fails while writing', () => {
  const fullDisk = {
    ...settingsFiles,
    write: () => Promise.reject(new Error('no space left on device')),
  }

  test('leaves neither folder nor backup', async () => {
    const plan = await planSetup()
    await expect(applyConnect(plan, { ...tools, files: fullDisk })).rejects.toThrow('no space')
    expect(existsSync(dirname(file))).toBe(false)
    expect(backupFiles()).toEqual([])
  })

  test('does not forget the way back from the setup before', async () => {
    write('{ "model": "opus" }')
    await setup(connection('/old/bin'))
    const plan = await planSetup(connection('/new/bin'))
    await expect(applyConnect(plan, { ...tools, files: fullDisk })).rejects.toThrow('no space')
    await remove()
    expect(contents()).toBe('{ "model": "opus" }')
  })
})

describe('settings that cannot be edited are refused and left alone', () => {
  test.each([
    ['{\n  "a": 1\n  "b": 2\n}', 'is not valid JSON: comma expected (line 3, column 3)'],
    ['{\r\n  "a": tru\r\n}', 'is not valid JSON: invalid symbol (line 2, column 8)'],
    ['\uFEFF{ "a" }', 'is not valid JSON: colon expected (line 1, column 7)'],
    ['{ "a": 1', 'is not valid JSON: close brace expected (line 1, column 9)'],
    ['[]', 'must be a JSON object (line 1, column 1)'],
    ['{\n  "hooks": []\n}', 'must have an object as "hooks" (line 2, column 12)'],
    ['{ "hooks": null }', 'must have an object as "hooks" (line 1, column 12)'],
    ['{"hooks":{"Stop":{}}}', 'must have an array as "hooks.Stop" (line 1, column 18)'],
  ])('%j', async (text, problem) => {
    write(text)
    const refusal = { code: 'malformed-settings', message: `${file} ${problem}` }
    await expect(setup()).rejects.toMatchObject(refusal)
    await expect(remove()).rejects.toMatchObject(refusal)
    expect(contents()).toBe(text)
    expect(backupFiles()).toEqual([])
  })

  test('text in another encoding', async () => {
    mkdirSync(dirname(file))
    writeFileSync(file, Buffer.from('\uFEFF{}', 'utf16le'))
    await expect(setup()).rejects.toMatchObject({ message: `${file} is not UTF-8 text` })
  })

  test('a folder', async () => {
    mkdirSync(file, { recursive: true })
    const refusal = {
      code: 'malformed-settings',
      message: `${file} is a folder, not a settings file`,
      hint: 'move the folder away and run the command again',
    }
    await expect(setup()).rejects.toMatchObject(refusal)
    await expect(remove()).rejects.toMatchObject(refusal)
  })

  test('a file in place of the folder', async () => {
    writeFileSync(dirname(file), '')
    await expect(setup()).rejects.toMatchObject({ code: 'malformed-settings' })
  })

  test('a link to itself', async () => {
    mkdirSync(dirname(file))
    symlinkSync(file, file)
    await expect(setup()).rejects.toMatchObject({
      message: `${file} is a symbolic link that leads to itself`,
    })
  })

  // Root may write whatever the mode says.
  test.skipIf(process.getuid?.() === 0)('a file protected against writing', async () => {
    write('{}')
    chmodSync(file, 0o444)
    await expect(setup()).rejects.toMatchObject({ code: 'invalid-input' })
    expect(contents()).toBe('{}')
  })
})

describe('inspection', () => {
  test('reports what is connected', async () => {
    expect(await inspect()).toMatchObject({ file, state: 'absent' })
    await setup()
    expect(await inspect()).toEqual({
      kind: 'hooks',
      file,
      state: 'current',
      missingEvents: [],
    })
    expect(await inspect(connection('/new'))).toMatchObject({
      state: 'outdated',
      missingEvents: [],
    })
  })

  test('names the events that are missing', async () => {
    await setup()
    const settings = parse(contents())
    delete settings.hooks.SessionEnd
    write(JSON.stringify(settings))
    expect(await inspect()).toMatchObject({
      state: 'outdated',
      missingEvents: ['SessionEnd'],
    })
  })

  test('says so if the settings switch every hook off', async () => {
    write('{ "disableAllHooks": true }')
    await setup()
    const { blockers } = await inspectHost(claudeCode, location, connection(), tools.files)
    expect(blockers).toEqual([
      { problem: `${file} disables hooks with disableAllHooks`, hint: expect.any(String) },
    ])
  })
})

describe('detection', () => {
  test('finds Claude Code by its folders', async () => {
    expect(await claudeCode.detect(location)).toEqual({
      found: false,
      reason: `there is no ${join(root, 'home', '.claude')} and no program "claude"`,
    })
    mkdirSync(join(root, 'home', '.claude'), { recursive: true })
    expect(await claudeCode.detect(location)).toMatchObject({ found: true })
  })

  test('finds it by its program', async () => {
    const program = join(root, 'claude')
    writeFileSync(program, '')
    expect(await claudeCode.detect({ ...location, programFolders: [root] })).toEqual({
      found: true,
      reason: `${program} exists`,
    })
  })
})

test('whatever the settings and their layout, setup then remove leaves them as they were', async () => {
  const name = fc.constantFrom('PostToolUse', 'Stop', 'PreToolUse', 'Notification', 'SessionEnd')
  const hook = fc.record(
    { type: fc.constant('command'), command: fc.string(), timeout: fc.nat() },
    { requiredKeys: ['command'] },
  )
  const group = fc.record(
    { matcher: fc.constantFrom('', '*', 'Bash', 'Edit|Write'), hooks: fc.array(hook) },
    { requiredKeys: ['hooks'] },
  )
  const hooks = fc.dictionary(name, fc.array(fc.oneof(group, fc.jsonValue())))
  const settings = fc
    .tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.option(hooks, { nil: undefined }))
    .map(([others, chosen]) => ({ ...others, ...(chosen && { hooks: chosen }) }))
    .filter((value) => !Object.hasOwn(value, 'hooks') || typeof value.hooks === 'object')
  const layout = fc.record({
    indent: fc.constantFrom('', ' ', '  ', '    ', '\t'),
    lineBreak: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom('', '\n', '\n\n'),
    mark: fc.constantFrom('', '\uFEFF'),
  })
  await fc.assert(
    fc.asyncProperty(settings, layout, async (value, { indent, lineBreak, end, mark }) => {
      const body = JSON.stringify(value, null, indent) + end
      const original = mark + body.replaceAll('\n', lineBreak)
      write(original)
      await setup()
      expect(await setup()).toBe('unchanged')
      const connected = contents()
      await remove()
      expect(contents()).toBe(original)

      write(connected)
      await remove()
      expect(withoutEmptyHooks(contents())).toEqual(withoutEmptyHooks(original))
    }),
    { numRuns: 50 },
  )
})

function connection(folder = '/opt/bin'): HostConnection {
  const command: HostConnection['command'] = ({ name }) =>
    `'${folder}/throughline-hook' claude-code ${name}`
  return { ...connectionTo('claude-code'), command }
}

async function inspect(connected = connection()): Promise<IntegrationInspection | undefined> {
  const { integrations } = await inspectHost(claudeCode, location, connected, tools.files)
  return integrations.find(({ kind }) => kind === 'hooks')
}

function command(event: string): string {
  return `'/opt/bin/throughline-hook' claude-code ${event}`
}

async function setup(connected = connection()): Promise<FileOutcome['outcome'] | undefined> {
  return (await applyConnect(await planSetup(connected), tools))[0]?.outcome
}

async function remove(): Promise<FileOutcome['outcome'] | undefined> {
  return (await applyDisconnect(await planRemove(), tools))[0]?.outcome
}

/** The file with the hooks; the one with the MCP server has tests in `connection.test.ts`. */
function planSetup(connected = connection()): Promise<FilePlan[]> {
  return planConnect(claudeCode, location, connected, tools, (kind) => kind === 'hooks')
}

async function planRemove(): Promise<FilePlan[]> {
  return (await planDisconnect(claudeCode, [location], tools)).slice(0, 1)
}

function write(text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function contents(): string {
  return readFileSync(file, 'utf8')
}

function backupFiles(): string[] {
  const folder = join(root, 'throughline', 'backups', 'settings')
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

function ourCommands(text: string): string[] {
  return [...text.matchAll(/"command": ?("'[^"]*throughline-hook' claude-code \w+")/g)].map(
    ([, json]) => JSON.parse(json ?? '') as string,
  )
}

/** Editing cannot know whether a list that we leave empty was there, empty, before we came. */
function withoutEmptyHooks(text: string): unknown {
  const settings = (parse(text.replace('\uFEFF', ''), [], { allowTrailingComma: true }) ??
    {}) as Record<string, unknown>
  if (typeof settings.hooks !== 'object' || settings.hooks === null) return settings
  const filled = Object.entries(settings.hooks).filter(
    ([, groups]) => !Array.isArray(groups) || groups.length > 0,
  )
  const { hooks: _, ...others } = settings
  return filled.length > 0 ? { ...others, hooks: Object.fromEntries(filled) } : others
}

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../support/homes/temporary-folder.ts'
import { HookHome, node } from './hook-home.ts'

const silent = { code: 0, signal: null, stdout: '', stderr: '' }
const events = ['PostToolUse', 'UserPromptSubmit']
let home: HookHome
beforeEach(() => {
  home = new HookHome()
})
afterEach(() => home.remove())

function fileOf(event: string, payload: string, cwd = home.project): string {
  return `throughline-spool 1\nhost claude-code\nevent ${event}\ncwd ${cwd}\n\n${payload}`
}

describe.each(events)('a hook for %s', (event) => {
  it('spools its payload as it came and says nothing', async () => {
    const payload = '{"session_id":"s","text":"a\\\\b é 漢 \\u0000"}\n\n'
    expect(await home.run(event, { input: payload })).toEqual(silent)
    expect(home.spooled()).toEqual([fileOf(event, payload)])
    const [name = ''] = readdirSync(home.paths.spool)
    expect(statSync(join(home.paths.spool, name)).mode & 0o777).toBe(0o600)
    expect(statSync(home.paths.spool).mode & 0o777).toBe(0o700)
  })

  it('does nothing at all inside our own processes', async () => {
    const before = home.listing()
    const env = { THROUGHLINE_INTERNAL: '1' }
    expect(await home.run(event, { env })).toEqual(silent)
    expect(home.listing()).toEqual(before)
  })

  it('spools an empty payload too', async () => {
    expect(await home.run(event, { input: '' })).toEqual(silent)
    expect(home.spooled()).toEqual([fileOf(event, '')])
  })

  it('takes a closed stdin for an empty one', async () => {
    expect(await home.run(event, { script: '"$@" <&-' })).toEqual(silent)
    expect(home.spooled()).toEqual([fileOf(event, '')])
  })

  it('keeps the project that the user named', async () => {
    await home.run(event, { env: { THROUGHLINE_PROJECT: 'web shop' } })
    expect(home.spooled()[0]).toContain('\nproject web shop\n\n')
  })

  it('works in folders with odd names', async () => {
    const cwd = join(home.folder, `it's "odd" $(x) \`y\` * \\ é`)
    mkdirSync(cwd)
    expect(await home.run(event, { input: '{}', cwd })).toEqual(silent)
    expect(home.spooled()).toEqual([fileOf(event, '{}', cwd)])
  })

  it('leaves out a folder whose name would break the header', async () => {
    const cwd = join(home.folder, 'two\nevent Forged')
    mkdirSync(cwd)
    await home.run(event, { input: '{}', cwd })
    expect(home.spooled()).toEqual([`throughline-spool 1\nhost claude-code\nevent ${event}\n\n{}`])
  })

  it('uses the home it was installed for, not one that the environment names', async () => {
    for (const other of ['~/other', '.th', join(home.userHome, 'other')]) {
      await home.run(event, { env: { THROUGHLINE_HOME: other } })
    }
    expect(home.spooled()).toHaveLength(3)
    expect(existsSync(join(home.userHome, 'other'))).toBe(false)
  })

  it.each(['false', '0', 'off', 'NO'])(
    'does nothing with THROUGHLINE_ENABLED=%s',
    async (value) => {
      const before = home.listing()
      expect(await home.run(event, { env: { THROUGHLINE_ENABLED: value } })).toEqual(silent)
      expect(home.listing()).toEqual(before)
    },
  )

  it('is silent where the home cannot be written', async () => {
    expect(await home.runWith(['claude-code', event, '/proc/throughline'])).toEqual(silent)
    rmSync(home.paths.spool, { recursive: true, force: true })
    writeFileSync(home.paths.spool, 'a file in its place')
    expect(await home.run(event)).toEqual(silent)
  })

  it.each([0, 1])(
    'leaves nothing half-written when the disk is full at %i blocks',
    async (blocks) => {
      const script = `ulimit -f ${blocks}; "$@"`
      expect(await home.run(event, { script, input: 'x'.repeat(5000) })).toEqual(silent)
      const left = existsSync(home.paths.spool) ? readdirSync(home.paths.spool) : []
      expect(left).toEqual([])
    },
  )

  it('takes 32 MiB byte for byte', async () => {
    const payload = randomBytes(32 * 1024 * 1024)
    expect(await home.run(event, { input: payload })).toEqual(silent)
    const [name = ''] = readdirSync(home.paths.spool)
    const file = readFileSync(join(home.paths.spool, name))
    expect(file.subarray(file.indexOf('\n\n') + 2).equals(payload)).toBe(true)
  })
})

describe('a capturing hook', () => {
  it('gives fifty parallel events fifty files', async () => {
    const numbers = Array.from({ length: 50 }, (_, number) => String(number))
    const runs = await Promise.all(numbers.map((input) => home.run('PostToolUse', { input })))
    expect(runs).toEqual(numbers.map(() => silent))
    const payloads = home.spooled().map((file) => file.split('\n\n')[1] ?? '')
    expect(payloads.sort()).toEqual(numbers.sort())
    expect(readdirSync(home.paths.spool)).toHaveLength(50)
  })

  it('starts no Node', async () => {
    const other = new HookHome({ node: '/nonexistent/node' })
    expect(await other.run('PostToolUse')).toEqual(silent)
    expect(other.spooled()).toHaveLength(1)
    other.remove()
  })

  it.each([
    [['claude-code']],
    [[]],
    [['claude-code', '']],
    [['../x', 'Stop']],
    [['claude-code', 'Stop\nevent x']],
    [['claude-code', 'Stop;x']],
  ])('ignores a call like %j', async (args) => {
    expect(await home.runWith(args)).toEqual(silent)
    expect(home.spooled()).toEqual([])
  })

  it('finishes its event when its terminal goes away', async () => {
    const hook = readFileSync(home.paths.hook, 'utf8')
    const signals = 'for signal in HUP INT TERM; do kill -s $signal $$; done'
    writeFileSync(home.paths.hook, hook.replace('umask 077', `umask 077\n${signals}`))
    expect(await home.run('PostToolUse', { input: '{"a":1}' })).toEqual(silent)
    expect(home.spooled()).toEqual([fileOf('PostToolUse', '{"a":1}')])
  })

  const shells = ['dash', 'bash --posix', 'busybox sh', 'zsh --emulate sh'].filter((shell) =>
    isInstalled(shell.split(' ')[0] ?? ''),
  )
  it.each(shells)('works in %s', async (shell) => {
    home.configure({ disabledProjects: ['~/private'] })
    for (const event of ['SessionEnd', 'UserPromptSubmit', 'Stop']) {
      expect(await home.run(event, { script: `${shell} "$@"`, input: '{"a":1}' })).toEqual(silent)
    }
    expect(home.spooled().sort()).toEqual(
      ['SessionEnd', 'Stop', 'UserPromptSubmit'].map((event) => fileOf(event, '{"a":1}')),
    )
  })
})

describe('an answering hook', () => {
  it.each(['/nonexistent/node', '/bin/false'])('captures when Node is %s', async (broken) => {
    const other = new HookHome({ node: broken })
    expect(await other.run('SessionStart', { input: '{"a":1}' })).toEqual(silent)
    expect(other.spooled()).toHaveLength(1)
    expect(other.spooled()[0]).toContain('{"a":1}')
    other.remove()
  })

  it('captures when its own files are gone, as during an upgrade', async () => {
    const entry = join(home.folder, 'main.mjs')
    writeFileSync(entry, "import './gone.mjs'")
    const other = new HookHome({ entry })
    expect(await other.run('UserPromptSubmit', { input: '{"a":1}' })).toEqual(silent)
    expect(other.spooled()[0]).toContain('{"a":1}')
    other.remove()
  })

  it('is not stopped by options meant for other programs', async () => {
    const env = { NODE_OPTIONS: '--no-such-option' }
    expect(await home.run('UserPromptSubmit', { env })).toEqual(silent)
    expect(home.spooled()).toHaveLength(1)
  })

  it('takes in what there is however long Node took to start', async () => {
    const slow = join(home.folder, 'slow.cjs')
    writeFileSync(slow, 'while (performance.now() < 300);')
    const slowNode = join(home.folder, 'slow-node')
    writeFileSync(slowNode, `#!/bin/sh\nexec ${node} --require ${slow} "$@"\n`, { mode: 0o755 })
    const other = new HookHome({ node: slowNode })
    other.configure({ hook: { deadlineMs: 50 } })
    const cwd = other.project
    for (let run = 0; run < 5; run++) {
      expect(await other.run('UserPromptSubmit', { input: '{"prompt":"hi"}' })).toEqual(silent)
    }
    const one = fileOf('UserPromptSubmit', '{"prompt":"hi"}', cwd)
    expect(other.spooled()).toEqual(Array.from({ length: 5 }, () => one))
    other.remove()
  })

  it('does not wait for ever for a host that leaves stdin open', async () => {
    home.configure({ hook: { deadlineMs: 300 } })
    expect(await home.run('UserPromptSubmit', { input: 'never-ends' })).toEqual(silent)
    expect(home.spooled()).toEqual([fileOf('UserPromptSubmit', '')])
  })
})

describe('where capture is off', () => {
  it.each([
    ['everywhere', { enabled: false }],
    ['by path', { disabledProjects: ['PROJECT'] }],
    ['by identity', { disabledProjects: ['github.com/acme/secret'] }],
  ])('%s, not a single file changes', async (_where, config) => {
    for (const name of ['objects', 'refs']) {
      mkdirSync(join(home.project, '.git', name), { recursive: true })
    }
    writeFileSync(join(home.project, '.git', 'HEAD'), 'ref: refs/heads/main\n')
    const remote = 'git@github.com:acme/secret.git'
    writeFileSync(join(home.project, '.git', 'config'), `[remote "origin"]\n\turl = ${remote}\n`)
    home.configure(JSON.stringify(config).replace('PROJECT', home.project))
    const before = home.listing()
    for (const event of ['PostToolUse', 'SessionStart', 'UserPromptSubmit', 'PostToolUse']) {
      expect(await home.run(event)).toEqual(silent)
    }
    expect(home.listing()).toEqual(before)
  })

  it('even by a symbolic link into a disabled folder', async () => {
    const link = join(home.folder, 'link')
    symlinkSync(home.project, link)
    home.configure({ disabledProjects: [home.project] })
    await home.run('PostToolUse', { cwd: link, env: { PWD: link } })
    expect(home.spooled()).toEqual([])
  })

  it('by the environment alone', async () => {
    await home.run('PostToolUse', { env: { THROUGHLINE_DISABLED_PROJECTS: home.project } })
    expect(home.spooled()).toEqual([])
  })

  it('because the configuration cannot be read, it says so in its log', async () => {
    home.configure('{ "enabled": fal')
    expect(await home.run('PostToolUse', { input: 'payload-text' })).toEqual(silent)
    expect(home.spooled()).toEqual([])
    expect(home.log()).toContain('claude-code PostToolUse')
    expect(home.log()).not.toContain('payload-text')
  })
})

describe('the policy that hooks remember', () => {
  /** A Node that counts how often it was started. */
  function countingHome() {
    const counted = new HookHome()
    const counter = join(counted.folder, 'starts')
    const wrapper = join(counted.folder, 'node')
    writeFileSync(wrapper, `#!/bin/sh\necho >>'${counter}'\nexec '${node}' "$@"\n`)
    chmodSync(wrapper, 0o700)
    const hook = readFileSync(counted.paths.hook, 'utf8')
    writeFileSync(counted.paths.hook, hook.replace(`node='${node}'`, `node='${wrapper}'`))
    const starts = () => (existsSync(counter) ? readFileSync(counter, 'utf8').length : 0)
    return { counted, starts }
  }

  it.each([
    ['an empty configuration', {}],
    ['rules about paths', { disabledProjects: ['/elsewhere/**'] }],
  ])('spares Node with %s', async (_what, config) => {
    const { counted, starts } = countingHome()
    counted.configure(config)
    for (let time = 0; time < 3; time += 1) await counted.run('PostToolUse')
    expect(starts()).toBe(1)
    expect(counted.spooled()).toHaveLength(3)
    counted.remove()
  })

  it('never spares it with rules about identities', async () => {
    const { counted, starts } = countingHome()
    counted.configure({ disabledProjects: ['github.com/acme/secret'] })
    for (let time = 0; time < 2; time += 1) await counted.run('PostToolUse')
    expect(starts()).toBe(2)
    expect(counted.spooled()).toHaveLength(2)
    counted.remove()
  })

  it.each([
    ['a newer', 1],
    ['an older', 3600],
  ])('is dropped for %s configuration', async (_which, age) => {
    home.configure({})
    await home.run('PostToolUse')
    expect(home.spooled()).toHaveLength(1)
    home.configure({ enabled: false }, age)
    await home.run('PostToolUse')
    expect(home.spooled()).toHaveLength(1)
    home.configure({ enabled: true })
    await home.run('PostToolUse')
    expect(home.spooled()).toHaveLength(2)
  })

  it('does not decide for another folder', async () => {
    home.configure({ disabledProjects: [join(home.project, 'private')] })
    await home.run('PostToolUse')
    const cwd = join(home.project, 'private')
    mkdirSync(cwd)
    await home.run('PostToolUse', { cwd })
    expect(home.spooled()).toEqual([fileOf('PostToolUse', '{}')])
  })

  it('yields to no environment that says otherwise', async () => {
    home.configure({ enabled: false })
    await home.run('PostToolUse', { env: { THROUGHLINE_ENABLED: 'true' } })
    home.configure({ disabledProjects: [home.project] })
    await home.run('PostToolUse', { env: { THROUGHLINE_DISABLED_PROJECTS: '/elsewhere' } })
    expect(home.spooled()).toEqual([])
  })

  it('survives a mistake in a setting that is not about it', async () => {
    home.configure({ colour: 'red' })
    await home.run('PostToolUse')
    expect(home.spooled()).toHaveLength(1)
    home.configure({ colour: 'red', enabled: false }, 30)
    await home.run('PostToolUse')
    expect(home.spooled()).toHaveLength(1)
  })

  it('keeps no time of its own: touching the configuration renews it', async () => {
    home.configure({})
    await home.run('PostToolUse')
    const config = statSync(home.paths.config).mtimeMs
    expect(statSync(home.paths.hookPolicy).mtimeMs).toBeCloseTo(config + 1000, 0)
    utimesSync(home.paths.config, 1_700_000_000, 1_700_000_000)
    await home.run('PostToolUse')
    expect(statSync(home.paths.hookPolicy).mtimeMs).toBe(1_700_000_001_000)
  })
})

function isInstalled(command: string): boolean {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${command}`])
    return true
  } catch {
    return false
  }
}

describe('a command that may settle work', () => {
  let started: string
  let connection: string
  beforeEach(() => {
    home.remove()
    // Stands for Node: keeps what it was called with.
    const stub = join(makeTemporaryFolder(), 'node')
    started = `${stub}.calls`
    writeFileSync(stub, `#!/bin/sh\necho "$@" >>'${started}'\ncat >>'${started}'\necho asked\n`)
    chmodSync(stub, 0o700)
    home = new HookHome({ node: stub })
    connection = join(home.paths.toolConnections, 'claude-code.1')
    mkdirSync(home.paths.toolConnections, { recursive: true })
    writeFileSync(connection, '{}')
  })
  const ran = (command: string, response = '') =>
    JSON.stringify({ session_id: 's', tool_name: 'Bash', tool_input: { command }, response })
  const run = (input: string) => home.run('PostToolUse', { input })

  it.each(['git add . && git commit -m "a"', 'cd x && gh pr create --fill', 'npm test'])(
    'is spooled, then answered by Node: %s',
    async (command) => {
      expect(await run(ran(command))).toEqual({ ...silent, stdout: 'asked\n' })
      expect(home.spooled()).toEqual([fileOf('PostToolUse', ran(command))])
      const calls = readFileSync(started, 'utf8')
      expect(calls).toMatch(/claude-code PostToolUse --spooled \S+\n/)
      expect(calls.endsWith(fileOf('PostToolUse', ran(command)))).toBe(true)
    },
  )

  it('starts no Node while the agent has no tools of ours', async () => {
    rmSync(connection)
    writeFileSync(join(home.paths.toolConnections, 'codex.1'), '{}')
    expect(await run(ran('git commit -m a'))).toEqual(silent)
    expect(existsSync(started)).toBe(false)
  })

  it.each([
    ['another command', ran('ls -l')],
    ['output that quotes one', ran('cat log', '"command":"git commit -m a"')],
    ['a file that is read', JSON.stringify({ tool_name: 'Read', text: '{"command":"npm test"}' })],
  ])('starts no Node for %s', async (_, payload) => {
    expect(await run(payload)).toEqual(silent)
    expect(home.spooled()).toHaveLength(1)
    expect(existsSync(started)).toBe(false)
  })
})

describe('a command that failed', () => {
  let started: string
  beforeEach(() => {
    home.remove()
    const stub = join(makeTemporaryFolder(), 'node')
    started = `${stub}.calls`
    writeFileSync(stub, `#!/bin/sh\necho "$@" >>'${started}'\ncat >>'${started}'\necho known\n`)
    chmodSync(stub, 0o700)
    home = new HookHome({ node: stub })
  })
  const fixture = (file: string) => {
    const folder = resolve(import.meta.dirname, '../fixtures/hosts')
    return JSON.stringify(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  }
  const failedTest = JSON.stringify({
    tool_name: 'Bash',
    tool_input: { command: 'cd api && go test ./...' },
    tool_response: '--- FAIL: TestPool "drain" (0.00s)\nFAIL\n',
  })
  const failedLint = JSON.stringify({
    tool_name: 'Bash',
    tool_input: { command: 'npm run lint' },
    tool_response: 'src/a.ts:3:7: a name is missing (named)\n',
  })

  it.each([
    ['claude-code', 'PostToolUseFailure', fixture('claude-code/PostToolUseFailure-Bash.json')],
    ['gemini', 'AfterTool', fixture('gemini/AfterTool-run_shell_command-failure.json')],
    ['codex', 'PostToolUse', failedTest],
    ['codex', 'PostToolUse', failedLint],
  ])('is spooled, then answered by Node: %s', async (host, event, input) => {
    expect(await home.runWith([host, event], { input })).toEqual({ ...silent, stdout: 'known\n' })
    expect(home.spooled()).toHaveLength(1)
    const calls = readFileSync(started, 'utf8')
    expect(calls).toContain(`${host} ${event} --spooled ${home.paths.root}\n`)
    expect(calls.endsWith(input)).toBe(true)
  })

  it.each([
    ['claude-code', 'PostToolUse', fixture('claude-code/PostToolUse-Bash.json')],
    ['gemini', 'AfterTool', fixture('gemini/AfterTool-run_shell_command.json')],
    ['gemini', 'AfterTool', fixture('gemini/AfterTool-write_file.json')],
    ['codex', 'PostToolUse', fixture('codex/PostToolUse-Bash.json')],
    ['codex', 'PostToolUse', fixture('codex/PostToolUse-apply_patch.json')],
    [
      'codex',
      'PostToolUse',
      JSON.stringify({
        tool_input: { command: 'cat a' },
        tool_response: '"command":"go test" FAIL',
      }),
    ],
  ])('otherwise no Node is started: %s %s %s', async (host, event, input) => {
    expect(await home.runWith([host, event], { input })).toEqual(silent)
    expect(home.spooled()).toHaveLength(1)
    expect(existsSync(started)).toBe(false)
  })
})

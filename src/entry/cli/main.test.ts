import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../test/support/homes/world.ts'
import { type CliRun, runCli } from '../../../test/support/processes/cli.ts'
import { run } from './main.ts'
import { allGroups, everydayGroups, listCommands } from './manifest.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

const cli = (...args: string[]) => runCli(world, args)

/** Every command and group by the words that call it; the program itself has none. */
const everyCommand: string[][] = [[]]
for (const { name, load } of listCommands()) {
  const { commands = {} } = await load()
  everyCommand.push([name], ...Object.keys(commands).map((child) => [name, child]))
}

/** One line that says what is wrong, and one that says what to do. */
function expectPlainError(run: CliRun, code: number, message: RegExp, hint: RegExp): void {
  expect(run.stderr.trimEnd().split('\n')).toHaveLength(2)
  const [first = '', second = ''] = run.stderr.split('\n')
  expect(first).toMatch(/^throughline: /)
  expect(first).toMatch(message)
  expect(second).toMatch(/^ {2}\S/)
  expect(second).toMatch(hint)
  expect(run.stderr).not.toMatch(/\n\s+at /)
  expect(run).toMatchObject({ code, stdout: '' })
}

describe('help', () => {
  it.each(
    everyCommand.slice(1).map((path) => [`throughline ${path.join(' ')}`.trimEnd(), path] as const),
  )('%s --help shows examples', async (_, path) => {
    const run = await cli(...path, '--help')
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^Usage: throughline/)
    expect(run.stdout).toMatch(/\nExamples:\n {2}\$ throughline \w+/)
  })

  it('every example is a command that exists', async () => {
    const known = everyCommand.map((path) => path.join(' '))
    for (const path of everyCommand) {
      const { stdout } = await cli(...path, '--help')
      for (const [, line = ''] of stdout.matchAll(/\$ throughline (.+)/g)) {
        const isKnown = known.some((words) => words !== '' && `${line} `.startsWith(`${words} `))
        expect(isKnown, line).toBe(true)
      }
    }
  })

  it('shows the everyday commands on one screen of 40 lines', async () => {
    const { stdout } = await cli('--help')
    expect(stdout.split('\n').length).toBeLessThanOrEqual(40)
    for (const group of Object.keys(everydayGroups)) expect(stdout).toContain(`\n${group}:\n`)
    const names = Object.values(everydayGroups).flatMap((entries) =>
      entries.map(({ name }) => name),
    )
    for (const name of names) expect(stdout).toMatch(new RegExp(`\n  ${name} +[A-Z]`))
    expect(stdout).toContain('help --all lists every one')
  })

  it.each([[['help', '--all']], [['--help', '--all']]])(
    'shows every command with %s',
    async (args) => {
      const { stdout } = await cli(...args)
      for (const group of Object.keys(allGroups)) expect(stdout).toContain(`\n${group}:\n`)
      for (const { name } of listCommands())
        expect(stdout).toMatch(new RegExp(`\n  ${name} +[A-Z]`))
    },
  )

  it.each([
    ['search', 'recall'],
    ['ls', 'list'],
    ['rm', 'forget'],
  ])('takes %s for %s', async (typed, name) => {
    expect(await cli(typed, '--help')).toEqual(await cli(name, '--help'))
  })

  it('takes -n for --limit, -y for --yes and -v for --version', async () => {
    expect((await cli('list', '--help')).stdout).toContain('-n, --limit <n>')
    expect(await cli('list', '-n', '2')).toEqual(await cli('list', '--limit', '2'))
    expect((await cli('list', '-n', 'two')).stderr).toContain('limit')
    expect((await cli('clear', '--help')).stdout).toContain('-y, --yes')
    expect(await cli('-v')).toEqual(await cli('--version'))
  })

  it('is never wider than 80 columns', async () => {
    for (const path of everyCommand) {
      const lines = (await cli(...path, '--help')).stdout.split('\n')
      const isExample = (line: string) => line.startsWith('  $ ')
      expect(lines.filter((line) => line.length > 80 && !isExample(line))).toEqual([])
    }
  })

  it.each([
    ['help', 'jobs', 'retry'],
    ['jobs', 'help', 'retry'],
    ['jobs', 'retry', '-h'],
  ])('is asked for by throughline %s %s %s', async (...args) => {
    expect(await cli(...args)).toEqual(await cli('jobs', 'retry', '--help'))
  })

  it('says which version it is', async () => {
    expect(await cli('--version')).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' })
  })

  it('appears among the next steps when no command is given', async () => {
    const run = await cli()
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/throughline --help +Show all commands\n$/)
  })
})

describe('wrong usage exits with 2', () => {
  it.each([
    ['an unknown command', ['statsu'], /unknown command 'statsu'/, /did you mean status\?/],
    [
      'what is nearly a deletion',
      ['forgt'],
      /unknown command 'forgt'/,
      /help --all lists the commands/,
    ],
    ['an unfinished one', ['embeddings', 'of'], /unknown command 'of'/, /did you mean off\?/],
    ['nearly another', ['projects', 'mrge'], /unknown command 'mrge'/, /known commands: list/],
    ['nearly a privilege', ['team', 'rolle'], /unknown command 'rolle'/, /known commands: members/],
    ['an option that nearly deletes', ['forget', 'x', '--nwo'], /unknown option '--nwo'/, /--help/],
    ['an unknown option', ['status', '--jsn'], /unknown option '--jsn'/, /did you mean --json\?/],
    ['a command of 100 KB', ['x'.repeat(100_000)], /unknown command 'x{99}…$/, /help --all/],
    ['a missing argument', ['config', 'get'], /missing required argument 'key'/, /--help/],
    ['an argument too many', ['status', 'now'], /too many arguments/, /--help/],
  ])('%s', async (_, args, message, hint) => {
    expectPlainError(await cli(...args), 2, message, hint)
    const asJson = await cli(...args, '--json')
    expect(asJson).toMatchObject({ code: 2, stdout: '' })
    expect(JSON.parse(asJson.stderr).error).toMatchObject({ code: 'invalid-input' })
  })

  it('an unknown host', async () => {
    const hint = /did you mean claude-code\?/
    expectPlainError(await cli('setup', '--host', 'claude'), 2, /unknown host "claude"/, hint)
    expectPlainError(await cli('hook', 'claud-code', 'Stop'), 2, /unknown host "claud-code"/, hint)
  })

  it('an unknown event', async () => {
    const run = await cli('hook', 'claude-code', 'PostToolUs')
    expectPlainError(run, 2, /Claude Code has no event "PostToolUs"/, /did you mean PostToolUse\?/)
    const far = await cli('hook', 'claude-code', 'Xyzzy')
    expectPlainError(far, 2, /has no event "Xyzzy"/, /known events: SessionStart/)
  })

  it('an unknown setting, with the nearest one', async () => {
    const hint = /did you mean "hook\.deadlineMs"\?/
    expectPlainError(await cli('config', 'get', 'hook.deadlineM'), 2, /unknown setting/, hint)
    expectPlainError(await cli('config', 'set', 'hook.dedlineMs', '5'), 2, /unknown setting/, hint)
    expectPlainError(await cli('config', 'get', 'xyzzy'), 2, /unknown setting/, /config list/)
  })

  it.each([
    ['enabled', 'maybe'],
    ['hook.deadlineMs', 'soon'],
    ['hook.deadlineMs', '5'],
    ['hook.deadlineMs', ''],
    ['daemon.port', '70000'],
    ['log.level', 'loud'],
    ['projectNames', '{broken'],
    ['disabledProjects', '[1]'],
  ])('a value that %s cannot have: "%s"', async (key, value) => {
    const run = await cli('config', 'set', key, value)
    expectPlainError(run, 2, new RegExp(`: ${key}\\b`), new RegExp(`${key} is `))
  })

  it('a status that no session or job has', async () => {
    for (const command of ['sessions', 'jobs list']) {
      const run = await cli(...command.split(' '), '--status', 'lost')
      expect(run).toMatchObject({ code: 2, stdout: '' })
      expect(run.stderr).toMatch(/^throughline: status.*\n/)
    }
  })

  it('a setup for the user and the project at once', async () => {
    const run = await cli('setup', '--user', '--project', '--yes')
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('--user and --project cannot be used together')
  })
})

describe('a failure exits with 1', () => {
  const reading = ['status', 'sessions', 'cost', 'projects list', 'jobs list', 'jobs retry']

  it.each(reading)('%s: the home is a file', async (command) => {
    writeFileSync(world.paths.root, 'a file')
    const run = await cli(...command.split(' '))
    expectPlainError(run, 1, /is not a folder/, /THROUGHLINE_HOME/)
  })

  it('config set: the home is a file', async () => {
    writeFileSync(world.paths.root, 'a file')
    const run = await cli('config', 'set', 'enabled', 'false')
    expectPlainError(run, 1, /is not a folder/, /THROUGHLINE_HOME/)
  })

  it.each(reading)('%s: the database is newer', async (command) => {
    mkdirSync(world.paths.root)
    const newer = new DatabaseSync(world.paths.database)
    newer.exec('PRAGMA user_version = 999')
    newer.close()
    const run = await cli(...command.split(' '))
    expectPlainError(run, 1, /schema 999/, /upgrade throughline/)
  })

  it('sessions, projects: there is no such thing', async () => {
    expectPlainError(await cli('sessions', 'x'), 1, /no session "x"/, /throughline sessions/)
    const hint = /projects list/
    expectPlainError(await cli('projects', 'show', 'x'), 1, /no project "x"/, hint)
    expectPlainError(await cli('projects', 'rename', 'x', 'y'), 1, /no project "x"/, hint)
    expectPlainError(await cli('projects', 'merge', 'x', 'y'), 1, /no project "x"/, hint)
    expectPlainError(await cli('sessions', '--project', 'x'), 1, /no project "x"/, hint)
  })

  it('setup: the settings file is a folder', async () => {
    mkdirSync(join(world.userHome, '.claude', 'settings.json'), { recursive: true })
    const run = await cli('setup', '--yes')
    expectPlainError(run, 1, /settings\.json is a folder/, /move the folder away/)
  })

  it('setup: the settings file is malformed, and stays as it is', async () => {
    const file = join(world.userHome, '.claude', 'settings.json')
    mkdirSync(join(file, '..'))
    writeFileSync(file, '{\n  "hooks": [}\n')
    const run = await cli('setup', '--yes')
    expectPlainError(run, 1, /settings\.json.*(2:\d+|line 2)/, /\w/)
    expect(readFileSync(file, 'utf8')).toBe('{\n  "hooks": [}\n')
  })

  it('start: it is switched off', async () => {
    world.writeConfig({ enabled: false })
    expectPlainError(await cli('start'), 1, /switched off/, /config set enabled true/)
  })
})

describe('a configuration that cannot be read exits with 2', () => {
  const commands = ['config list', 'config get enabled', 'status', 'sessions', 'start']

  it.each(commands)('%s: it is broken JSON', async (command) => {
    mkdirSync(world.paths.root)
    writeFileSync(world.paths.config, '{"enabled": ')
    const run = await cli(...command.split(' '))
    expectPlainError(run, 2, /config\.json is not valid JSON: it ends too early/, /fix it by hand/)
  })

  it('says where broken JSON is broken, without quoting the file', async () => {
    mkdirSync(world.paths.root)
    writeFileSync(world.paths.config, '{\n  "enabled": tru\n}')
    const run = await cli('config', 'list')
    expectPlainError(
      run,
      2,
      /is not valid JSON: something is wrong in line 2, column \d+$/m,
      /by hand/,
    )
  })

  it.each(commands)('%s: it is a folder', async (command) => {
    mkdirSync(world.paths.config, { recursive: true })
    const run = await cli(...command.split(' '))
    expectPlainError(run, 2, /config\.json cannot be read/, /must be a file/)
  })
})

describe('a group of commands by itself', () => {
  it.each([
    ['projects', 'projects list'],
    ['jobs', 'jobs list'],
    ['config', 'config list'],
    ['subscribers', 'subscribers list'],
    ['embeddings', 'embeddings status'],
    ['guidance', 'guidance show'],
  ])('%s does what %s does', async (group, command) => {
    const run = await cli(group)
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run).toEqual(await cli(...command.split(' ')))
  })

  it('does not treat a mistyped command as an argument', async () => {
    const mistyped = await cli('projects', 'lsit')
    expectPlainError(mistyped, 2, /unknown command 'lsit'/, /did you mean list\?/)
    const unknown = await cli('jobs', 'xyzzy')
    expectPlainError(unknown, 2, /unknown command 'xyzzy'/, /known commands: list, retry/)
    expectPlainError(await cli('jobs', '--jsn'), 2, /unknown option '--jsn'/, /--json\?/)
    expect((await cli('jobs', '--json')).code).toBe(0)
  })
})

describe('--json', () => {
  it('exists for every command that answers a question', async () => {
    const without: string[] = []
    for (const path of everyCommand) {
      const { stdout } = await cli(...path, '--help')
      const isGroup = path.length === 0 || stdout.includes('\nCommands:')
      if (!isGroup && !stdout.includes('--json')) without.push(path.join(' '))
    }
    expect(without.toSorted()).toEqual([
      'completion',
      ...['demo', 'hook', 'mcp', 'server start', 'server try'],
    ])
    expect(readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8')).toContain(
      'All commands have it except `completion`, `demo`, `hook`, `mcp`, `server start` and `server try`.',
    )
  })

  it.each([
    'status',
    'doctor',
    'sessions',
    'cost',
    'projects list',
    'jobs list',
    'jobs retry',
    'config list',
    'config get enabled',
    'config set enabled true',
    'config path',
    'stop',
    'setup --host claude-code --dry-run',
    'setup --host claude-code --yes',
    'disconnect --dry-run',
    'disconnect --yes',
  ])('%s prints one JSON object and nothing else', async (command) => {
    const run = await cli(...command.split(' '), '--json')
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(run.stdout)).toEqual(expect.any(Object))
  })

  it('an error is JSON too', async () => {
    const run = await cli('projects', 'show', 'x', '--json')
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(run.stderr)).toEqual({
      error: { code: 'not-found', message: expect.any(String), hint: expect.any(String) },
    })
  })
})

it.each([
  ['two lines', {}, /^throughline: broken\n {2}this is a bug; [^\n]*\n$/],
  ['where it happened too, if asked for', { NODE_DEBUG: 'throughline' }, /\n {4}at \S*write /],
])('an unexpected error shows %s', async (_, env, text) => {
  let errors = ''
  const code = await run(['--version'], {
    ...{ env, userHome: world.path('user'), cwd: world.project, isTerminal: false },
    write() {
      throw new TypeError('broken')
    },
    writeError: (line) => {
      errors += line
    },
  })
  expect([code, errors]).toEqual([1, expect.stringMatching(text)])
})

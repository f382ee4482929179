import { existsSync, mkdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { createWorld, makeClone, type World } from '../../../../test/support/homes/world.ts'
import { type RunOptions, runCli } from '../../../../test/support/processes/cli.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

const remember = (args: string[], options?: RunOptions) =>
  runCli(world, ['remember', ...args], options)
const stored = async (args: string[], options?: RunOptions) =>
  JSON.parse((await remember([...args, '--json'], options)).stdout)
const listed = async (args: string[] = [], options?: RunOptions) =>
  JSON.parse((await runCli(world, ['list', '--json', ...args], options)).stdout).memories

describe('remember', () => {
  it('stores the words of the command line with all their options', async () => {
    const run = await remember([
      ...['Run', 'the', 'tests', 'with', 'vitest', '--kind', 'procedure', '--key', 'tests'],
      ...['--tags', 'Build, ci', '--importance', '0.7', '--pin'],
      ...['--file', 'vitest.config.ts', '--file', world.path('widgets', 'src', 'a,b.ts')],
    ])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^Remembered as [0-9a-f]{10} \(project procedure, key "tests"\)\n$/)
    expect(await listed()).toMatchObject([
      {
        content: 'Run the tests with vitest',
        kind: 'procedure',
        key: 'tests',
        scope: 'project',
        tags: ['build', 'ci'],
        importance: 0.7,
        pinned: true,
        files: ['vitest.config.ts', 'src/a,b.ts'],
        source: 'manual',
        trust: 'user',
      },
    ])
  })

  it('a file is stored relative to the project, whatever the current folder', async () => {
    const cwd = world.path('widgets', 'src', 'deep')
    mkdirSync(cwd, { recursive: true })
    const args = ['x y', '--file', 'a.ts', '--file', '../b.ts', '--file', world.path('c.ts')]
    const { memory } = await stored(args, { cwd })
    expect(memory.files).toEqual(['src/deep/a.ts', 'src/b.ts', world.path('c.ts')])
    await runCli(world, ['edit', memory.id, '--file', './d.ts'], { cwd })
    expect(await listed()).toMatchObject([{ files: ['src/deep/d.ts'] }])
  })

  it('a file elsewhere keeps its whole path', async () => {
    const { memory } = await stored(['x y', '--file', '../gadgets/a.ts', '--file', '..odd.ts'])
    expect(memory.files).toEqual([world.path('gadgets', 'a.ts'), '..odd.ts'])
  })

  it.each([
    ['without words', []],
    ['with -', ['-']],
  ])('reads a pipe %s', async (_, args) => {
    const input = 'Deploys go out on Tuesdays,\nbecause the team is complete then.\n'
    expect((await remember(args, { input })).code).toBe(0)
    expect(await listed()).toMatchObject([{ content: input.trim() }])
  })

  it('stores every line as its own memory on request', async () => {
    const input = 'Deploys go out on Tuesdays\r\n\n  Releases are tagged by hand\n'
    const run = await remember(['--lines', '--kind', 'rule'], { input })
    expect(run.code).toBe(0)
    expect(run.stdout).toMatch(/^(Remembered as \S+ \(project rule\)\n){2}$/)
    expect((await listed()).map(({ content }: { content: string }) => content).sort()).toEqual([
      'Deploys go out on Tuesdays',
      'Releases are tagged by hand',
    ])
  })

  it('prints the results of the lines as one JSON array', async () => {
    const results = await stored(['--lines'], { input: 'Deploys are manual\nTests are quick\n' })
    expect(results).toMatchObject([
      { outcome: 'created', memory: { content: 'Deploys are manual' } },
      { outcome: 'created', memory: { content: 'Tests are quick' } },
    ])
  })

  it('stores no line if one is wrong or all would have the same key', async () => {
    const tooLong = `one line\n\n${'x'.repeat(1_401)}\n`
    const { stderr } = await remember(['--lines'], { input: tooLong })
    expect(stderr).toMatch(/^throughline: line 3: content.* 1,?401 characters/)
    for (const [args, input] of [
      [['--lines'], tooLong],
      [['--lines'], ' \n'],
      [['--lines', '--key', 'k'], 'one\ntwo'],
    ] as const) {
      expect(await remember([...args], { input })).toMatchObject({ code: 2, stdout: '' })
    }
    expect(await listed()).toEqual([])
  })

  it('words win over piped input', async () => {
    await remember(['from the arguments'], { input: 'from the pipe' })
    expect(await listed()).toMatchObject([{ content: 'from the arguments' }])
  })

  it('says what happened to the memory', async () => {
    const first = await stored(['We deploy with make ship', '--key', 'deploy'])
    expect((await remember(['We deploy with npm run ship', '--key', 'deploy'])).stdout).toBe(
      `Updated ${first.memory.id.slice(-10)} (project fact, key "deploy")\n`,
    )
    const other = await stored(['The port is 4173'])
    expect((await remember(['The port is 4173'])).stdout).toBe(
      `Already known: ${other.memory.id.slice(-10)}\n  The port is 4173\n`,
    )
    expect((await remember(['The port is 4173', '--tags', 'net'])).stdout).toBe(
      `Merged into ${other.memory.id.slice(-10)} (project fact)\n  The port is 4173\n`,
    )
    const replaced = await remember(['It is served on 8080', '--supersedes', other.memory.id])
    expect(replaced.stdout).toMatch(
      new RegExp(`^Replaced ${other.memory.id.slice(-10)} by [0-9a-f]{10} \\(project fact\\)\\n$`),
    )
  })

  it('says when there is nothing to replace', async () => {
    await remember(['The port is 4173', '--key', 'port'])
    for (const typo of ['prot', 'the harbour']) {
      const run = await remember([`It is served on ${typo.length}`, '--supersedes', typo])
      expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Remembered as/) })
      expect(run.stderr).toMatch(`nothing was replaced: no memory was found by "${typo}"\n`)
    }
    expect(await stored(['Served elsewhere', '--supersedes', 'prot'])).toMatchObject({
      outcome: 'created',
      unmatched: 'prot',
    })
    expect(await stored(['The port is 4174', '--supersedes', 'port'])).not.toHaveProperty(
      'unmatched',
    )
  })

  it.each(['2026111601', '0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77'])(
    'a key that looks like an id is a key: %s',
    async (key) => {
      const cli = (...args: string[]) => runCli(world, args)
      const { id } = (await stored(['The build of the day is green', '--key', key])).memory
      expect((await cli('show', key)).stdout).toMatch(new RegExp(`^memory +${id.slice(-10)}`))
      expect((await cli('pin', key)).stdout).toMatch(`Pinned ${id.slice(-10)}`)
      expect((await cli('edit', key, '--tags', 'ci')).stdout).toMatch(`Changed ${id.slice(-10)}`)
      const replaced = await remember(['No build today', '--supersedes', key])
      expect(replaced.stdout).toMatch(`Replaced ${id.slice(-10)} by`)
      expect((await cli('forget', key)).stdout).toMatch(/^Forgot /)
      const gone = await cli('forget', key)
      expect(gone).toMatchObject({ code: 1, stdout: '' })
      expect(gone.stderr).toMatch(`there is no memory "${key}"`)
    },
  )

  it('names what it may contradict', async () => {
    const { memory } = await stored(['Always squash commits before merging to main'])
    const run = await remember(['Never squash commits before merging to main'])
    expect(run.stdout).toContain(
      `It may contradict ${memory.id.slice(-10)}: Always squash commits before merging to main\n`,
    )
  })

  it('two projects never see each other’s memories, and both see global ones', async () => {
    const gadgets = { cwd: makeClone(world.path('gadgets'), 'git@github.com:acme/gadgets.git') }
    await remember(['Widgets are round'])
    await remember(['Gadgets are square'], gadgets)
    await remember(['Answer in English', '--scope', 'global'], gadgets)
    const contents = async (options?: RunOptions, ...args: string[]) =>
      (await listed(args, options)).map(({ content }: { content: string }) => content).sort()
    expect(await contents()).toEqual(['Answer in English', 'Widgets are round'])
    expect(await contents(gadgets)).toEqual(['Answer in English', 'Gadgets are square'])
    expect(await contents({}, '--project', 'gadgets')).toEqual(['Gadgets are square'])
    expect(await contents({}, '--all')).toHaveLength(3)
  })

  it('naming an agent or a session sets the scope', async () => {
    const { start } = sessionPayloads('s1', world.project)
    writeSpoolFile(world.paths.spool, { event: 'SessionStart' }, start())
    expect((await stored(['For the reviewer', '--agent', 'reviewer'])).memory).toMatchObject({
      scope: 'agent',
      scopeId: 'reviewer',
    })
    expect((await stored(['For this session', '--session', 's1'])).memory.scope).toBe('session')
    expect(await listed()).toEqual([])
    expect(await listed(['--agent', 'reviewer'])).toMatchObject([{ content: 'For the reviewer' }])
    expect(await listed(['--session', 's1'])).toMatchObject([{ content: 'For this session' }])
  })
})

describe('remember refuses', () => {
  const pipe = (input: string): RunOptions => ({ input })
  it.each<[string, string[], RunOptions | undefined, RegExp, RegExp]>([
    ['no text', [], undefined, /nothing to remember/, /throughline remember "TEXT"/],
    ['an empty text', [''], undefined, /nothing to remember/, /pipe the text/],
    ['an empty pipe', [], pipe(' \n'), /nothing to remember/, /pipe the text/],
    ['a pipe that is not there', ['-'], undefined, /no standard input/, /^/],
    [
      'an unknown scope',
      ['x', '--scope', 'projet'],
      undefined,
      /scope "projet" is not one of global, project, session, agent; did you mean "project"\?/,
      /^/,
    ],
    ['an unknown kind', ['x', '--kind', 'decisoin'], undefined, /did you mean "decision"\?/, /^/],
    [
      'an importance beyond 1',
      ['x', '--importance', '7'],
      undefined,
      /importance 7 is not between 0 and 1/,
      /^/,
    ],
    ['an importance in words', ['x', '--importance', 'high'], undefined, /importance/, /^/],
    [
      'a key too long',
      ['x', '--key', 'k'.repeat(61)],
      undefined,
      /key: 61 characters are too many/,
      /^/,
    ],
    ['a text too long', ['x'.repeat(1_401)], undefined, /content: 1401 characters/, /^/],
    [
      'an agent without a name',
      ['x', '--scope', 'agent'],
      undefined,
      /scope "agent" needs/,
      /agent/,
    ],
    [
      'what holds everywhere and in a project',
      ['x', '--scope', 'global', '--project', 'widgets'],
      undefined,
      /--scope global and --project cannot be used together/,
      /^/,
    ],
    [
      'an unknown option',
      ['x', '--tag', 'a'],
      undefined,
      /unknown option '--tag'/,
      /did you mean --tags\?/,
    ],
  ])('%s', async (_, args, options, message, hint) => {
    const run = await remember(args, options)
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(message)
    expect(run.stderr).toMatch(hint)
    expect(await listed(['--all'])).toEqual([])
  })

  it('an unknown project and an unknown session', async () => {
    for (const place of ['project', 'session']) {
      const run = await remember(['x', `--${place}`, 'nowhere'])
      expect(run).toMatchObject({ code: 1, stdout: '' })
      expect(run.stderr).toMatch(`no ${place} "nowhere"`)
    }
  })

  it('anything in a folder where Throughline is off', async () => {
    world.writeConfig({ disabledProjects: [world.project] })
    const run = await remember(['x'])
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(/switched off here; nothing was stored\n {2}\S/)
  })

  it('anything while everything is off, and makes no database', async () => {
    world.writeConfig({ enabled: false })
    const run = await remember(['x'])
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(/is switched off\n {2}throughline config set enabled true\n/)
    expect(existsSync(world.paths.database)).toBe(false)
  })

  it('a project memory where there is no project', async () => {
    const run = await remember(['x'], { cwd: world.userHome })
    expect(run.code).toBe(2)
    expect(run.stderr).toMatch(/scope "project" needs a project/)
    expect((await remember(['x', '--scope', 'global'], { cwd: world.userHome })).code).toBe(0)
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { openLocal } from '../../../compose/local.ts'
import { operations } from '../../../contract/operations/index.ts'

let world: World

const cli = (...args: string[]) => runCli(world, args)
const read = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout)
const remember = async (...args: string[]): Promise<string> =>
  (await read('remember', ...args)).memory.id

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

describe('a memory', () => {
  it('is shown whole, by id or key', async () => {
    const content = 'We ship on Tuesdays,\nbecause the team is complete then.'
    const details = ['--key', 'ship', '--tags', 'ci', '--file', 'Makefile', '--pin']
    const id = await remember(content, ...details)
    const { stdout, code } = await cli('show', 'ship')
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`^memory +${id.slice(-10)}$`, 'm'))
    expect(stdout).toMatch(/^kind +fact, pinned$/m)
    expect(stdout).toMatch(/^scope +project widgets$/m)
    expect(stdout).toMatch(/^tags +ci$/m)
    expect(stdout).toMatch(/^files +Makefile$/m)
    expect(stdout.endsWith(`\n\n${content}\n`)).toBe(true)
    expect(await read('show', id)).toMatchObject({ id, content, sources: [{ type: 'manual' }] })
  })

  it('is found by its key in the project first, then everywhere', async () => {
    await remember('Answer in English', '--scope', 'global', '--key', 'language')
    expect((await cli('show', 'language')).stdout).toContain('Answer in English')
    await remember('Answer in German', '--key', 'language')
    expect((await cli('show', 'language')).stdout).toContain('Answer in German')
    expect((await cli('show', 'language', '--scope', 'global')).stdout).toMatch(/^scope +global$/m)
  })

  it('points to its successor once superseded', async () => {
    const old = await remember('We use npm')
    const id = await remember('pnpm installs our packages', '--supersedes', old)
    const { stdout } = await cli('show', old)
    expect(stdout).toMatch(
      new RegExp(`^${old.slice(-10)} was superseded by this one:\nmemory +${id.slice(-10)}`),
    )
    expect(stdout).toMatch(new RegExp(`^supersedes +${old.slice(-10)}$`, 'm'))
    expect(await read('show', old)).toMatchObject({ id, redirectedFrom: old })
    const exact = (await cli('show', old, '--exact')).stdout
    expect(exact).toMatch(new RegExp(`^memory +${old.slice(-10)}$`, 'm'))
    expect(exact).toMatch(new RegExp(`, superseded by ${id.slice(-10)}$`, 'm'))
  })

  it('has a history with what changed', async () => {
    const id = await remember('First line\nThe port is 4173', '--key', 'port')
    await cli('edit', 'port', '--content', 'First line\nThe port is 8080', '--kind', 'rule')
    const { stdout } = await cli('show', 'port', '--history')
    expect(stdout).toMatch(
      /^ {2}version 1, \S+ \S+ to \S+ \S+\n {4}First line\n {4}The port is 4173$/m,
    )
    expect(stdout).toMatch(
      /^ {2}version 2, \S+ \S+ to now\n {4}kind: fact → rule\n {5}First line\n {4}-The port is 4173\n {4}\+The port is 8080$/m,
    )
    const { history } = await read('show', 'port', '--history')
    expect(history).toMatchObject([{ memory: { version: 1 } }, { memory: { version: 2 } }])
    const [{ validFrom }] = history
    expect(await read('show', id, '--as-of', validFrom)).toMatchObject({
      content: 'First line\nThe port is 4173',
    })
  })

  it('is not found for a time when it was not true', async () => {
    const id = await remember('Something new')
    const run = await cli('show', id, '--as-of', '2001-01-31')
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(/was not valid at 2001-01-31.*\n {2}throughline show .* --history/)
  })

  it('is reported as unknown or forgotten', async () => {
    const id = await remember('Soon gone')
    const missing = await cli('show', 'nothing')
    expect(missing).toMatchObject({ code: 1, stdout: '' })
    expect(missing.stderr).toMatch(
      /no project or global memory has the id or key "nothing"\n {2}\S/,
    )
    await cli('forget', id)
    expect((await cli('show', id)).stderr).toMatch(`memory "${id}" was forgotten`)
  })

  it('cannot control the terminal', async () => {
    const id = await remember('evil \u001b]0;title\u0007\u001b[2J \u202etxet')
    for (const args of [['show', id], ['list'], ['pin', id], ['edit', id, '--kind', 'rule']]) {
      const lines = (await cli(...args)).stdout.replaceAll('\n', '')
      expect(lines).toMatch(/evil/)
      expect(lines).not.toMatch(/\p{Cc}|\u202e/u)
    }
  })
})

describe('what was captured', () => {
  let ids: { session: string; turn: string; toolEvent: string }

  beforeEach(async () => {
    const { start, prompt, toolUse, stop } = sessionPayloads('s1', world.project)
    const events = [
      ['SessionStart', start()],
      ['UserPromptSubmit', prompt(1, 'Why does the build\u001b[2J fail?')],
      ['PostToolUse', toolUse(1, 'part-7')],
      ['Stop', stop(1, 'A bracket was missing.')],
    ] as const
    for (const [event, payload] of events) writeSpoolFile(world.paths.spool, { event }, payload)
    const session = await read('sessions', 's1')
    const turn = session.timeline[0]
    ids = { session: session.id, turn: turn.id, toolEvent: turn.toolEvents[0].id }
  })

  it('is shown by its id', async () => {
    const session = (await cli('show', ids.session)).stdout
    expect(session).toMatch(new RegExp(`^session +${ids.session.slice(-10)}$`, 'm'))
    const turn = (await cli('show', ids.turn)).stdout
    expect(turn).toMatch(new RegExp(`^turn +${ids.turn.slice(-10)}$`, 'm'))
    expect(turn).toMatch(/\nWhy does the build fail\?\n\nA bracket was missing\.\n$/)
    const toolEvent = (await cli('show', ids.toolEvent)).stdout
    expect(toolEvent).toMatch(/^tool +Bash$/m)
    expect(toolEvent).toMatch(/"command": "make part-7"/)
    expect(toolEvent).toMatch(/built part-7/)
  })

  it('has its type in JSON', async () => {
    expect(await read('show', ids.session)).toMatchObject({ type: 'session', id: ids.session })
    expect(await read('show', ids.turn)).toMatchObject({
      type: 'turn',
      id: ids.turn,
      sessionId: ids.session,
    })
    expect(await read('show', ids.toolEvent)).toMatchObject({
      type: 'tool-event',
      toolName: 'Bash',
    })
  })

  it('is named as the source of a memory', async () => {
    const gone = '0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77'
    const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
    const { memory } = await local.operations.storeMemory(
      operations.storeMemory.input.parse({
        content: 'The build fails when a bracket is missing',
        folder: world.project,
        sources: [
          { type: 'turn', ref: ids.turn },
          { type: 'tool-event', ref: ids.toolEvent },
          { type: 'session', ref: ids.session },
          { type: 'file', ref: 'src/part-7.ts' },
          { type: 'turn', ref: gone },
        ],
      }),
    )
    local.close()
    const { stdout } = await cli('show', memory.id, '--sources')
    const lines = stdout.slice(stdout.indexOf('sources:')).split('\n')
    const time = '\\d{4}-\\S+ \\d\\d:\\d\\d'
    for (const line of [
      `turn ${ids.turn.slice(-10)} in Claude Code  ${time}  Why does the build fail\\?`,
      `tool-event ${ids.toolEvent.slice(-10)} in Claude Code  ${time}  Bash \\{"command":"make part-7".*`,
      `session ${ids.session.slice(-10)} in Claude Code  ${time}  A bracket was missing`,
      'file src/part-7.ts',
      `turn ${gone.slice(-10)}  \\(no longer kept\\)`,
    ]) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^ {2}${line}$`)))
    }
  })
})

describe('timeline', () => {
  let world: World
  let session: { id: string; timeline: { id: string }[] }

  const cli = (...args: string[]) => runCli(world, args)
  const read = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout)

  beforeEach(async () => {
    world = createWorld()
    const { start, prompt, stop } = sessionPayloads('s1', world.project)
    writeSpoolFile(world.paths.spool, { event: 'SessionStart' }, start())
    for (const turn of [1, 2, 3, 4, 5]) {
      writeSpoolFile(world.paths.spool, { event: 'UserPromptSubmit' }, prompt(turn, `Ask ${turn}`))
      writeSpoolFile(world.paths.spool, { event: 'Stop' }, stop(turn, `Answer ${turn}`))
    }
    session = await read('sessions', 's1')
  })

  afterEach(() => world.close())

  const turnId = (number: number) => session.timeline[number - 1]?.id ?? ''

  it('shows what surrounds a turn and marks the one that was asked about', async () => {
    const { stdout, code } = await cli('timeline', turnId(3), '--before', '1', '--after', '1')
    expect(code).toBe(0)
    const [first, ...items] = stdout.trimEnd().split('\n')
    expect(first).toBe(`session ${session.id.slice(-10)}`)
    expect(items.map((line) => /Ask \d/.exec(line)?.[0])).toEqual(['Ask 2', 'Ask 3', 'Ask 4'])
    expect(items.map((line) => line.startsWith('>'))).toEqual([false, true, false])
  })

  it('gives the items as JSON', async () => {
    const { items } = await read('timeline', turnId(1), '--after', '0')
    expect(items).toMatchObject([{ type: 'turn', id: turnId(1), isAsked: true }])
  })

  it('refuses an unknown id and a number that is no number', async () => {
    const missing = await cli('timeline', '0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77')
    expect(missing).toMatchObject({ code: 1, stdout: '' })
    expect(missing.stderr).toMatch(/^throughline: /)
    expect(await cli('timeline', turnId(1), '--before', 'all')).toMatchObject({
      code: 2,
      stdout: '',
    })
    expect((await cli('timeline')).code).toBe(2)
  })
})

/** Your history is yours to delete: every byte of it, by every way to say what. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openLocal } from '../../src/compose/local.ts'
import { operations } from '../../src/contract/operations/index.ts'
import { parseInput } from '../../src/contract/parse-input.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { filesWith } from '../support/homes/files-with.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, makeClone, type World } from '../support/homes/world.ts'
import { runChildScript } from '../support/processes/child-script.ts'
import { runCli } from '../support/processes/cli.ts'

let world: World
beforeEach(() => {
  world = createWorld()
  world.writeConfig({ learning: { rules: false } })
  onTestFinished(() => world.close())
})

const spool = (event: string, payload: object) =>
  writeSpoolFile(world.paths.spool, { event, cwd: world.project }, payload)

/** Two turns, each with a prompt, a short and a long tool output and an answer. */
function capture(session: string, word: string, cwd = world.project): void {
  const payloads = sessionPayloads(session, cwd)
  spool('SessionStart', payloads.start())
  for (const turn of [1, 2]) {
    const mark = `${word}${turn}`
    spool('UserPromptSubmit', payloads.prompt(turn, `Please look into prompt${mark}`))
    spool('PostToolUse', payloads.toolUse(turn, `${mark}-a`, `short output${mark}`))
    spool('PostToolUse', payloads.toolUse(turn, `${mark}-b`, `long output${mark} `.repeat(200)))
    spool('Stop', payloads.stop(turn, `I found answer${mark}. It is done.`))
  }
  spool('SessionEnd', payloads.end())
}

const cli = (...args: string[]) => runCli(world, args)
async function cliJson(...args: string[]) {
  const { stdout, stderr, code } = await cli(...args, '--json')
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  return JSON.parse(stdout)
}
const sessionId = (hostId: string) =>
  String(world.rows('SELECT id FROM sessions WHERE host_session_id = ?', hostId)[0]?.id)
const turnIds = (hostId: string) =>
  world
    .rows('SELECT id FROM turns WHERE session_id = ? ORDER BY number', sessionId(hostId))
    .map(({ id }) => String(id))

/** Stores, digests and indexes what was captured, as the daemon does. */
async function settle(): Promise<void> {
  const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  try {
    await local.drain(AbortSignal.timeout(10_000))
    for (const { id } of world.rows('SELECT id FROM sessions')) {
      await local.operations.getSession({ id: String(id) })
    }
    await local.catchUpIndex(AbortSignal.timeout(10_000))
  } finally {
    local.close()
  }
}

async function remember(content: string, turn?: string): Promise<string> {
  const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  try {
    const sources = turn === undefined ? undefined : [{ type: 'turn', ref: turn }]
    const source = turn === undefined ? 'manual' : 'model'
    const given = { content, source, sources, folder: world.project }
    const input = parseInput(operations.storeMemory.input, given)
    return (await local.operations.storeMemory(input)).memory.id
  } finally {
    local.close()
  }
}

const traces = (word: string) => filesWith(world.paths.root, word)
/** Long payloads are compressed, so their bytes say nothing. */
const payloads = () => world.rows('SELECT count(*) AS count FROM tool_event_payloads')[0]?.count

describe('deleting', () => {
  beforeEach(async () => {
    capture('gone', 'quagga')
    capture('kept', 'zebu')
    await settle()
    expect(traces('quagga')).toEqual(['throughline.db'])
  })

  const expectOnlyKept = () => {
    expect(traces('quagga')).toEqual([])
    expect(traces('promptzebu')).toEqual(['throughline.db'])
    expect(world.rows('SELECT host_session_id FROM sessions')).toEqual([
      { host_session_id: 'kept' },
    ])
    expect(payloads()).toBe(8)
    for (const table of ['turns', 'events', 'tool_events', 'digests', 'search_documents']) {
      const rows = world.rows(`SELECT DISTINCT session_id FROM ${table}`)
      expect(rows, table).toEqual([{ session_id: sessionId('kept') }])
    }
    expect(world.rows('PRAGMA foreign_key_check')).toEqual([])
  }

  test('a session leaves not a byte of it in any file', async () => {
    const { stdout } = await cli('delete', '--session', 'gone', '--yes')
    expect(stdout).toContain('Deleted 1 session, 2 turns, 10 events')
    expectOnlyKept()
  })

  test('what is before a date', async () => {
    const aYearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString()
    const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
    await local.store.transaction(({ capture: tx }) =>
      tx.updateSession(sessionId('gone'), { lastEventAt: aYearAgo, startedAt: aYearAgo }),
    )
    local.close()
    expect((await cliJson('delete', '--before', aYearAgo.slice(0, 10), '--yes')).sessions).toBe(0)
    const tomorrow = new Date(Date.parse(aYearAgo) + 86_400_000).toISOString().slice(0, 10)
    expect((await cliJson('delete', '--before', tomorrow, '--yes')).sessions).toBe(1)
    expectOnlyKept()
  })

  test('deleting one turn keeps the other, and the session’s digest is rebuilt', async () => {
    const [first = '', second] = turnIds('gone')
    await cliJson('delete', '--turn', first, '--yes')
    expect(traces('quagga1')).toEqual([])
    expect(traces('promptquagga2')).toEqual(['throughline.db'])
    expect(turnIds('gone')).toEqual([second])
    const shown = await cli('sessions', 'gone')
    expect(shown.stdout).toContain('promptquagga2')
    expect(traces('quagga1')).toEqual([])
  })

  test('the history of a project, wherever else there is some', async () => {
    const other = makeClone(world.path('other'), 'https://github.com/acme/other.git')
    writeSpoolFile(
      world.paths.spool,
      { event: 'UserPromptSubmit', cwd: other },
      sessionPayloads('elsewhere', other).prompt(1, 'Look into promptokapi'),
    )
    await settle()
    await cliJson('delete', '--project', 'widgets', '--yes')
    expect([...traces('quagga'), ...traces('promptzebu')]).toEqual([])
    expect(traces('promptokapi')).toEqual(['throughline.db'])
  })

  test('a dry run counts and changes nothing', async () => {
    const before = world.rows('SELECT count(*) AS count FROM events')
    const { stdout, code } = await cli('delete', '--session', 'gone', '--dry-run')
    expect({ stdout, code }).toEqual({
      code: 0,
      stdout: [
        'Would delete 1 session, 2 turns, 10 events',
        'Transcripts belong to the agents and stay:',
        `  ${world.project}/gone.jsonl`,
        '',
      ].join('\n'),
    })
    expect(world.rows('SELECT count(*) AS count FROM events')).toEqual(before)
  })

  test('a tool output that another session has too stays with that one', async () => {
    for (const session of ['gone', 'kept']) {
      spool('PostToolUse', sessionPayloads(session, world.project).toolUse(2, 'same', 'shared'))
    }
    await settle()
    await cliJson('delete', '--session', 'gone', '--yes')
    const [event] = world.rows("SELECT id FROM tool_events WHERE tool_use_id = 'same'")
    expect((await cliJson('show', String(event?.id))).output).toMatchObject({ stdout: 'shared' })
  })

  test('nothing is deleted without a word for it', async () => {
    const refused = await cli('delete', '--session', 'gone')
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('cannot be undone and needs --yes')
    for (const args of [
      ['--session', 'nobody'],
      ['--turn', 'nothing'],
      ['--project', 'nowhere'],
      [],
      ['--before', 'yesterday'],
      ['--session', 'gone', '--turn', turnIds('gone')[0] ?? ''],
    ]) {
      expect((await cli('delete', ...args, '--yes')).code, args.join(' ')).not.toBe(0)
    }
    expect(traces('promptquagga')).toEqual(['throughline.db'])
  })

  test('an option for history is not ignored next to a memory', async () => {
    const id = await remember('The word is dugong')
    expect(await cli('delete', id, '--backups')).toMatchObject({ code: 2 })
    expect((await cliJson('show', id)).content).toContain('dugong')
  })

  test('copies of the database are named, and deleted on request', async () => {
    const copy = join(world.paths.backups, 'throughline-v3-2026-01-01T00-00-00-000Z.db')
    mkdirSync(world.paths.backups, { recursive: true })
    writeFileSync(copy, 'promptquagga1')
    const { stdout } = await cli('delete', '--session', 'gone', '--dry-run')
    expect(stdout).toContain(copy)
    await cliJson('delete', '--session', 'gone', '--yes')
    expect(traces('quagga')).toEqual(['backups/throughline-v3-2026-01-01T00-00-00-000Z.db'])
    await cliJson('delete', '--session', 'kept', '--yes', '--backups')
    expect(traces('quagga')).toEqual([])
  })
})

describe('memories that rest on what is deleted', () => {
  let alone: string
  let shared: string
  beforeEach(async () => {
    capture('gone', 'quagga')
    capture('kept', 'zebu')
    await settle()
    alone = await remember('The cache of wombat has to be emptied by hand', turnIds('gone')[0])
    shared = await remember('The tests of numbat run in band', turnIds('gone')[1])
    const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
    const sources = [{ type: 'turn' as const, ref: turnIds('kept')[0] ?? '' }]
    await local.store.transaction(({ memories }) => memories.addSources(shared, sources))
    local.close()
  })

  test('go too on request, and leave no byte; others only lose the source', async () => {
    const result = await cliJson('delete', '--session', 'gone', '--yes', '--with-memories')
    expect(result).toMatchObject({ memories: 1, memoriesAlone: 1, memoriesShared: 1 })
    expect(traces('wombat')).toEqual([])
    expect(world.rows('SELECT memory_id, ref FROM memory_sources')).toEqual([
      { memory_id: shared, ref: turnIds('kept')[0] },
    ])
  })

  test('stay on request', async () => {
    const { stdout } = await cli('delete', '--session', 'gone', '--yes', '--keep-memories')
    expect(stdout).toContain('Kept 1 memory without another source')
    expect((await cliJson('show', alone)).content).toContain('wombat')
  })

  test('are asked about: without a terminal it needs a word', async () => {
    const { code, stderr } = await cli('delete', '--session', 'gone', '--yes')
    expect(code).toBe(2)
    expect(stderr).toContain('1 memory has no other source')
    expect(stderr).toContain('--with-memories')
  })

  test('go from the archive of forgotten ones as well', async () => {
    await cli('forget', alone)
    expect(traces('wombat')).not.toEqual([])
    await cliJson('delete', '--session', 'gone', '--yes', '--with-memories')
    expect(traces('wombat')).toEqual([])
  })

  test('one stored by hand stays', async () => {
    const stored = await remember('I prefer the quiet of dugong')
    await cliJson('delete', '--session', 'gone', '--yes', '--with-memories')
    expect((await cliJson('show', stored)).content).toContain('dugong')
  })
})

describe('what was deleted does not come back', () => {
  beforeEach(async () => {
    capture('gone', 'quagga')
    await settle()
  })
  const late = (turn: number) => {
    const gone = sessionPayloads('gone', world.project)
    spool('UserPromptSubmit', gone.prompt(turn, 'And promptnilgai too'))
    spool('Stop', gone.stop(turn, 'Also answernilgai'))
  }

  test('by events of a session that were late', async () => {
    await cliJson('delete', '--session', 'gone', '--yes')
    late(3)
    await settle()
    expect(world.rows('SELECT * FROM sessions')).toEqual([])
    expect(traces('nilgai')).toEqual([])
  })

  test('by events that still wait, or were rejected, when it is deleted', async () => {
    await settle()
    world.writeConfig({ enabled: false })
    late(3)
    writeFileSync(
      join(world.paths.rejected, '1-1.spool.json'),
      JSON.stringify({ reason: 'r', at: '2026-01-01T00:00:00.000Z', text: 'gone nilgai' }),
    )
    expect((await cliJson('delete', '--session', 'gone', '--yes')).waiting).toBe(3)
    expect(traces('nilgai')).toEqual([])
  })

  test('by the transcript, when a turn was deleted', async () => {
    const lines = ['prompt', 'answer'].map((kind, index) => ({
      type: index === 0 ? 'user' : 'assistant',
      message: { role: index === 0 ? 'user' : 'assistant', content: `${kind}quagga2 is a rule` },
    }))
    const transcript = lines.map((line) => JSON.stringify(line)).join('\n')
    writeFileSync(join(world.project, 'gone.jsonl'), transcript)
    for (const turn of turnIds('gone')) await cliJson('delete', '--turn', turn, '--yes')
    const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
    const place = await local.store.history.sessionPlace(sessionId('gone'))
    local.close()
    expect(place).toMatchObject({ transcriptPath: undefined })
    await cli('extract', '--session', 'gone')
    expect(traces('quagga')).toEqual([])
  })

  test('by late events of a turn, while the next turn is captured', async () => {
    const [, second = ''] = turnIds('gone')
    await cliJson('delete', '--turn', second, '--yes')
    late(2)
    await settle()
    expect(traces('nilgai')).toEqual([])
    spool('UserPromptSubmit', sessionPayloads('gone', world.project).prompt(3, 'Now promptokapi'))
    await settle()
    expect(world.rows('SELECT number, prompt FROM turns ORDER BY number')).toMatchObject([
      { number: 1 },
      { number: 3, prompt: 'Now promptokapi' },
    ])
  })
})

test('an interrupted deletion is finished by the next one', async () => {
  capture('gone', 'quagga')
  capture('other', 'zebu')
  await settle()
  const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  const target = { sessionId: sessionId('gone'), turnId: undefined }
  const { deletion, transaction } = local.store
  const at = new Date().toISOString()
  await deletion.begin(target, { withMemories: false, forever: true, at })
  await deletion.deleteSlice(target, 3)
  const dying = transaction(async (tx) => {
    await tx.deletion.deleteSlice(target, 3)
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  local.close()
  const ofGone = 'SELECT count(*) AS count FROM events WHERE session_id = ?'
  expect(world.rows(ofGone, target.sessionId)).toEqual([{ count: 7 }])
  await cliJson('delete', '--session', 'gone', '--yes')
  expect(world.rows('SELECT host_session_id FROM sessions')).toEqual([{ host_session_id: 'other' }])
  expect(traces('quagga')).toEqual([])
})

test('killed at any moment, it leaves whole slices, and the next run finishes', async () => {
  for (const name of ['a', 'b', 'c', 'd']) capture(`gone-${name}`, 'quagga')
  await settle()
  const source = (path: string) => new URL(`../../src/${path}`, import.meta.url).href
  const script = `
    import { openStore } from '${source('adapters/sqlite/store.ts')}'
    import { beginDeletion, finishDeletions } from '${source('core/deletion/delete-history.ts')}'
    const clock = { now: () => new Date() }
    const [file] = process.argv.slice(1)
    const store = await openStore({ file, backupFolder: file + '-b', keepBackups: 1, clock })
    const transaction = async (...given) => {
      process.stdout.write('slice\\n')
      return store.transaction(...given)
    }
    const ports = { store: { ...store, transaction }, clock }
    await beginDeletion({}, { withMemories: false, forever: true }, ports)
    await finishDeletions(ports)`
  for (let kills = 0; kills < 3; kills++) {
    const child = runChildScript(script, world.paths.database)
    for (let slices = 0; slices < 2 + kills; slices++) await child.nextLine()
    child.process.kill('SIGKILL')
    await child.ended()
    expect(world.rows('PRAGMA foreign_key_check')).toEqual([])
    const torn = `SELECT id FROM tool_events WHERE id NOT IN (SELECT id FROM events) UNION ALL
      SELECT id FROM search_documents WHERE type = 'tool-event'
        AND id NOT IN (SELECT id FROM tool_events)`
    expect(world.rows(torn)).toEqual([])
  }
  await cli('prune')
  expect(world.rows('SELECT * FROM sessions')).toEqual([])
  expect(traces('quagga')).toEqual([])
})

describe('purging a text', () => {
  const secret = 'hunter2-"quagga"\\okapi'
  beforeEach(async () => {
    const leaky = sessionPayloads('leaky', world.project)
    spool('SessionStart', leaky.start())
    spool('UserPromptSubmit', leaky.prompt(1, `The word is ${secret}, keep it`))
    spool('PostToolUse', leaky.toolUse(1, 'a', `printed ${secret}`))
    spool('PostToolUse', leaky.toolUse(1, 'b', `printed ${secret} `.repeat(100)))
    spool('PostCompact', {
      ...leaky.start(),
      hook_event_name: 'PostCompact',
      compact_summary: secret,
    })
    spool('Stop', leaky.stop(1, `It is ${secret}. Done.`))
    await settle()
    const id = await remember(`The broker takes ${secret} on port 5672`, turnIds('leaky')[0])
    await cli('edit', id, '--content', `The broker takes ${secret} on port 5673`)
    await cli('forget', await remember(`Old: ${secret} for the printer`))
    mkdirSync(world.paths.logs, { recursive: true })
    writeFileSync(join(world.paths.logs, 'daemon.log'), `{"msg":${JSON.stringify(secret)}}\n`)
    writeFileSync(
      join(world.paths.rejected, '1-1.spool.json'),
      JSON.stringify({ reason: 'r', at: '2026-01-01T00:00:00.000Z', text: secret }),
    )
    await settle()
  })
  const purge = (...args: string[]) =>
    runCli(world, ['delete', '--matching', '-', ...args], { input: `${secret}\n` })

  test('takes it out of everything and says of how many places', async () => {
    expect(traces('quagga')).toEqual([
      'logs/daemon.log',
      'spool/rejected/1-1.spool.json',
      'throughline.db',
    ])
    const { stdout, stderr, code } = await purge('--yes')
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(stdout).toMatch(/^Removed the text from \d+ places:\n/)
    for (const place of [
      'prompts and answers',
      'tool inputs',
      'digests',
      'memories',
      'forgotten',
    ]) {
      expect(stdout).toContain(place)
    }
    expect(traces('quagga')).toEqual([])
    expect(traces('hunter2')).toEqual([])
    const { stdout: again } = await purge('--dry-run')
    expect(again).toBe('The text is stored nowhere\n')
  })

  test('leaves what stood around it, readable and searchable', async () => {
    await purge('--yes')
    const [memory] = (await cliJson('list')).memories
    expect(memory.content).toBe('The broker takes [redacted:purged] on port 5673')
    const { hits } = await cliJson('recall', 'broker', 'port', '5673')
    expect(hits.length).toBeGreaterThan(0)
    const tools = world.rows('SELECT id FROM tool_events ORDER BY id').map(({ id }) => String(id))
    const shown = await Promise.all(tools.map((id) => cliJson('show', id)))
    expect(shown.map(({ output }) => output.stdout.slice(0, 25))).toEqual([
      'printed [redacted:purged]',
      'printed [redacted:purged]',
    ])
    expect(world.rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  })

  test('asks for a word, and refuses a text that is in everything', async () => {
    expect((await purge()).stderr).toContain('needs --yes')
    expect((await cli('delete', '--matching', 'a', '--yes')).code).toBe(2)
    expect((await cli('delete', '--matching', secret, '--session', 'x')).code).toBe(2)
    expect(traces('quagga')).not.toEqual([])
  })
})

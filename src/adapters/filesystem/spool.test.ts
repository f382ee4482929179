import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Spool } from '../../core/ports/spool.ts'
import { type HomePaths, homePaths } from '../../home/paths.ts'
import { createSpool } from './spool.ts'

const same = (text: string) => text
const envelope = { host: 'claude-code', event: 'Stop', cwd: '/home/x' }

describe('the spool', () => {
  let paths: HomePaths
  let spool: Spool
  beforeEach(() => {
    paths = homePaths(mkdtempSync(join(tmpdir(), 'throughline-spool-')))
    spool = createSpool(paths)
  })
  afterEach(() => rmSync(paths.root, { recursive: true, force: true }))

  function put(
    name: string,
    writtenAt: number,
    text = 'throughline-spool 1\nhost h\nevent e\n\n{}',
  ) {
    mkdirSync(paths.spool, { recursive: true })
    const file = join(paths.spool, name)
    writeFileSync(file, text)
    utimesSync(file, writtenAt, writtenAt)
  }
  const names = async (limit?: number) => (await spool.pending(limit)).map(({ name }) => name)
  async function first() {
    const [entry] = await spool.pending()
    if (!entry) throw new Error('the spool is empty')
    return entry
  }

  it('is empty where there is no folder yet', async () => {
    expect(await spool.pending()).toEqual([])
    expect(await spool.rejected()).toEqual([])
    expect(await spool.depth()).toEqual({ pending: 0, oldest: undefined, rejected: 0 })
    expect(await spool.sweep(new Date())).toBe(0)
  })

  it('gives back what was added, from a file for its owner only', async () => {
    await spool.add(envelope, '{"prompt":"é\\n"}')
    const entry = await first()
    expect(await spool.read(entry)).toEqual({ kind: 'ok', envelope, payload: '{"prompt":"é\\n"}' })
    expect(statSync(join(paths.spool, entry.name)).mode & 0o777).toBe(0o600)
    expect(statSync(paths.spool).mode & 0o777).toBe(0o700)
  })

  it('lists by arrival, then by name, as many as asked for', async () => {
    put('c.spool', 1_700_000_000.5)
    put('b.spool', 1_700_000_001)
    put('a.spool', 1_700_000_001)
    put('d.spool', 1_600_000_000)
    expect(await names()).toEqual(['d.spool', 'c.spool', 'a.spool', 'b.spool'])
    expect(await names(2)).toEqual(['d.spool', 'c.spool'])
    expect((await spool.pending(2))[1]?.arrivedAt).toBe('2023-11-14T22:13:20.500Z')
  })

  it('keeps the order of what was added within one tick of the clock', async () => {
    for (let number = 0; number < 50; number += 1) await spool.add(envelope, String(number))
    for (const name of readdirSync(paths.spool)) utimesSync(join(paths.spool, name), 1, 1)
    const payloads = []
    for (const entry of await spool.pending()) payloads.push(await spool.read(entry))
    expect(payloads.map((reading) => reading.kind === 'ok' && reading.payload)).toEqual(
      Array.from({ length: 50 }, (_, number) => String(number)),
    )
  })

  it('ignores other files', async () => {
    put('.unfinished.tmp', 1)
    put('notes.txt', 1)
    put('.hidden.spool', 1)
    mkdirSync(join(paths.spool, 'folder.spool'))
    symlinkSync('/etc/hostname', join(paths.spool, 'link.spool'))
    expect(await names()).toEqual([])
  })

  it('reports a file as gone if another process took it', async () => {
    put('a.spool', 1)
    const entry = await first()
    await spool.remove([entry])
    expect(await spool.read(entry)).toEqual({ kind: 'gone' })
    await spool.remove([entry])
    await spool.reject(entry, 'broken', 'text', same)
    expect(await spool.depth()).toMatchObject({ pending: 0, rejected: 0 })
  })

  it('reads a broken file with its text, to be redacted and set aside', async () => {
    put('a.spool', 1, 'rubbish')
    expect(await spool.read(await first())).toEqual({
      kind: 'broken',
      reason: 'the header has no end',
      text: 'rubbish',
    })
  })

  it('does not look into a file that is too large', async () => {
    put('a.spool', 1)
    truncateSync(join(paths.spool, 'a.spool'), 64 * 1024 * 1024)
    expect(await spool.read(await first())).toEqual({
      kind: 'broken',
      reason: 'the payload is too large',
      text: '',
    })
  })

  it('sets a rejected entry aside with the redacted text only', async () => {
    put('a.spool', 1_700_000_000, 'throughline-spool 1\nhost h\nevent e\n\nhunter2')
    const entry = await first()
    await spool.reject(entry, 'not JSON', '[redacted:password]', same)
    expect(await names()).toEqual([])
    const file = join(paths.rejected, 'a.spool.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).not.toContain('hunter2')
    expect(await spool.rejected()).toEqual([
      {
        name: 'a.spool',
        reason: 'not JSON',
        at: '2023-11-14T22:13:20.000Z',
        host: 'h',
        event: 'e',
        text: '[redacted:password]',
      },
    ])
  })

  it('shows a rejected file that cannot be read', async () => {
    mkdirSync(paths.rejected, { recursive: true })
    writeFileSync(join(paths.rejected, 'a.spool.json'), '{')
    expect(await spool.rejected()).toMatchObject([{ name: 'a.spool', text: '' }])
  })

  it('puts back what was set aside, with its time, but for what has no text', async () => {
    const header = 'throughline-spool 1\nhost h\nevent e\ncwd /hunter2\n\n'
    put('a.spool', 1_700_000_000, `${header}{"a":"hunter2"}`)
    put('b.spool', 1_600_000_000, `${header}{}`)
    const redact = (text: string) => text.replace('hunter2', '[redacted]')
    const [b, a] = await spool.pending()
    if (!a || !b) throw new Error('two were put')
    await spool.reject(a, 'not now', '{"a":"[redacted]"}', redact)
    await spool.reject(b, 'poison', '', redact)
    expect(await spool.restoreRejected()).toBe(1)
    expect(await spool.pending()).toMatchObject([{ name: 'a.spool', arrivedAt: a.arrivedAt }])
    expect(await spool.read(a)).toEqual({
      kind: 'ok',
      envelope: { host: 'h', event: 'e', cwd: '/[redacted]' },
      payload: '{"a":"[redacted]"}',
    })
    expect((await spool.rejected()).map(({ name }) => name)).toEqual(['b.spool'])
  })

  it.skipIf(process.getuid?.() === 0)(
    'sets a file aside as it is if it cannot be opened, and puts it back (root opens any file)',
    async () => {
      put('a.spool', 1)
      chmodSync(join(paths.spool, 'a.spool'), 0o000)
      await spool.reject(await first(), 'EACCES', '', same)
      expect(await spool.depth()).toMatchObject({ pending: 0, rejected: 1 })
      expect(await spool.restoreRejected()).toBe(1)
      expect(await spool.depth()).toMatchObject({ pending: 1, rejected: 0 })
    },
  )

  it('reports how much is waiting and since when', async () => {
    put('a.spool', 1_700_000_000)
    put('b.spool', 1_600_000_000)
    put('c.spool', 1_500_000_000, 'rubbish')
    await spool.reject(await first(), 'rubbish', '', same)
    expect(await spool.depth()).toEqual({
      pending: 2,
      oldest: '2020-09-13T12:26:40.000Z',
      rejected: 1,
    })
  })

  it('removes files that have been half-written for an hour', async () => {
    const now = new Date('2024-01-01T12:00:00Z')
    const seconds = now.getTime() / 1000
    put('.old.tmp', seconds - 3_601)
    put('.new.tmp', seconds - 3_599)
    put('old.spool', 1)
    expect(await spool.sweep(now)).toBe(1)
    expect(readdirSync(paths.spool).sort()).toEqual(['.new.tmp', 'old.spool'])
  })

  it('notices files renamed into it, until it is closed', async () => {
    put('.a.tmp', 1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const watcher = spool.watch(resolve)
    renameSync(join(paths.spool, '.a.tmp'), join(paths.spool, 'a.spool'))
    await promise
    watcher.close()
  })

  it('can be watched without a folder, but notices nothing', () => {
    spool.watch(() => {}).close()
  })

  it('lists thousands of files', async () => {
    for (let number = 0; number < 2_500; number += 1) put(`${number}.spool`, 20_000 - number)
    const listed = await names()
    expect(listed).toHaveLength(2_500)
    expect(listed[0]).toBe('2499.spool')
  })
})

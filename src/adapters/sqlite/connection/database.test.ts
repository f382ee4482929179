import { chmodSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { Database, type DatabaseOptions } from './database.ts'

let file: string
beforeEach(() => {
  file = join(makeTemporaryFolder(), 'test.db')
})

function open(options: DatabaseOptions = {}): Database {
  const database = new Database(file, options)
  onTestFinished(() => database.close())
  return database
}

/** Somebody else who holds the write lock. */
function lock(): DatabaseSync {
  const other = new DatabaseSync(file)
  onTestFinished(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  return other
}

describe('a database', () => {
  test('is a file for its owner only, as are those beside it', () => {
    const database = open()
    database.exec('CREATE TABLE t (x TEXT)')
    for (const suffix of ['', '-wal', '-shm']) {
      expect(statSync(file + suffix).mode & 0o777).toBe(0o600)
    }
  })

  test('stores the members of a value, and leaves undefined ones as they are', () => {
    const database = open()
    database.exec('CREATE TABLE t (id TEXT PRIMARY KEY, host_name TEXT, cwd TEXT)')
    const value = { id: 'a', hostName: 'h', cwd: undefined }
    expect(database.insert('t', value)).toBe(1)
    expect(database.find('SELECT * FROM t')).toEqual({ id: 'a', hostName: 'h', cwd: undefined })
    database.update('t', 'a', { hostName: undefined, cwd: '/w' })
    expect(database.find('SELECT * FROM t')).toEqual({ id: 'a', hostName: 'h', cwd: '/w' })
    database.update('t', 'a', { cwd: null })
    expect(database.list('SELECT * FROM t')).toEqual([{ id: 'a', hostName: 'h', cwd: undefined }])
  })

  test('refuses a value with a member that has no column, and writes nothing of it', () => {
    const database = open()
    database.exec('CREATE TABLE t (id TEXT PRIMARY KEY, cwd TEXT)')
    const lost = { code: 'internal', message: 't has no column for hostName' }
    expect(() => database.insert('t', { id: 'a', hostName: 'h' })).toThrow(
      expect.objectContaining(lost),
    )
    database.insert('t', { id: 'b', cwd: '/w' })
    expect(() => database.update('t', 'b', { cwd: '/x', hostName: 'h' })).toThrow(
      expect.objectContaining(lost),
    )
    expect(database.list('SELECT * FROM t')).toEqual([{ id: 'b', cwd: '/w' }])
  })

  test('puts a row in place of the one with its key, and keeps the rows that refer to it', () => {
    const database = open()
    database.exec(`
      CREATE TABLE parents (id TEXT PRIMARY KEY, host_name TEXT, tries INTEGER NOT NULL DEFAULT 1);
      CREATE TABLE children (parent TEXT REFERENCES parents (id) ON DELETE CASCADE)`)
    database.put('parents', { id: 'a', hostName: 'h', tries: 5 })
    database.insert('children', { parent: 'a' })
    database.put('parents', { id: 'a' })
    expect(database.list('SELECT * FROM parents')).toEqual([
      { id: 'a', hostName: undefined, tries: 1 },
    ])
    expect(database.list('SELECT * FROM children')).toEqual([{ parent: 'a' }])
  })

  test('can refuse writes outside of a transaction', async () => {
    const database = open({ onlyTransactionsWrite: true })
    const write = (sql: string) => database.transaction(() => database.exec(sql))
    await write('CREATE TABLE t (x TEXT)')
    const refused = { code: 'database-unwritable' }
    expect(() => database.insert('t', { x: 'alone' })).toThrow(expect.objectContaining(refused))
    await expect(write('INSERT INTO missing VALUES (1)')).rejects.toThrow()
    expect(() => database.insert('t', { x: 'alone' })).toThrow(expect.objectContaining(refused))
    await write("INSERT INTO t VALUES ('together')")
    expect(database.texts('SELECT x FROM t')).toEqual(['together'])
  })

  test('writes ahead, checks foreign keys', () => {
    const database = open()
    expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(database.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 })
    expect(database.get('PRAGMA synchronous')).toEqual({ synchronous: 1 })
  })

  test('can be closed twice', () => {
    const database = open()
    database.close()
    database.close()
  })

  test('says in our words that it is closed', () => {
    const database = open()
    database.close()
    expect(() => database.get('SELECT 1')).toThrow(
      expect.objectContaining({ code: 'database-unwritable', message: 'the database is closed' }),
    )
  })

  test.each([
    ['a folder is in its place', () => mkdirSync(file)],
    ['its folder is missing', () => (file = join(file, 'missing', 'test.db'))],
  ])('says in our words that %s', (_, prepare) => {
    prepare()
    expect(() => open()).toThrow(
      expect.objectContaining({ code: 'database-unwritable', hint: expect.any(String) }),
    )
  })

  test('refuses to write to a file that was removed or replaced', async () => {
    const database = open()
    const write = () => database.transaction(() => database.run('CREATE TABLE IF NOT EXISTS a (b)'))
    await write()
    renameSync(file, `${file}.aside`)
    expect(database.isInPlace()).toBe(false)
    await expect(write()).rejects.toMatchObject({ code: 'database-unwritable' })
    writeFileSync(file, '')
    expect(database.isInPlace()).toBe(false)
    renameSync(`${file}.aside`, file)
    await write()
  })

  test('narrows nothing that its owner widened', () => {
    open().close()
    chmodSync(file, 0o640)
    open()
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })
})

describe('a transaction', () => {
  let database: Database
  beforeEach(() => {
    database = open({ patienceMs: 400 })
    database.exec('CREATE TABLE t (n INTEGER) STRICT')
  })
  const insert = (n: number) => database.run('INSERT INTO t VALUES (?)', n)
  const numbers = () => database.all('SELECT n FROM t').map(({ n }) => n)
  const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

  test('never interleaves with another, however many wait', async () => {
    const order: string[] = []
    const work = (name: string) => async () => {
      order.push(`${name} begins`)
      await nextTurn()
      order.push(`${name} ends`)
    }
    await Promise.all(['a', 'b', 'c'].map((name) => database.transaction(work(name))))
    expect(order).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  })

  test('takes back what it wrote when it fails, and lets the next one pass', async () => {
    const failing = database.transaction(async () => {
      insert(1)
      await nextTurn()
      throw new Error('no luck')
    })
    const next = database.transaction(() => insert(2))
    await expect(failing).rejects.toThrow('no luck')
    await next
    expect(numbers()).toEqual([2])
  })

  test('takes back what it wrote when SQLite refuses a statement', async () => {
    await expect(
      database.transaction(() => {
        insert(1)
        database.run("INSERT INTO t VALUES ('text')")
      }),
    ).rejects.toThrow('cannot store TEXT')
    expect(numbers()).toEqual([])
  })

  test('is as durable as asked for, and the next one as usual', async () => {
    const levels: unknown[] = []
    const look = () => levels.push(database.get('PRAGMA synchronous')?.synchronous)
    await database.transaction(look, { durable: true })
    await database.transaction(look)
    await expect(
      database.transaction(() => Promise.reject(new Error('no luck')), { durable: true }),
    ).rejects.toThrow()
    await database.transaction(look)
    expect(levels).toEqual([2, 1, 1])
  })

  test('waits for another process and then goes on', async () => {
    const other = lock()
    const waiting = database.transaction(() => insert(1))
    setTimeout(() => other.exec('COMMIT'), 50)
    await waiting
    expect(numbers()).toEqual([1])
  })

  test('waits without stopping everything else, and gives up in time', async () => {
    lock()
    let ticks = 0
    const ticking = setInterval(() => ticks++, 5)
    const begun = performance.now()
    await expect(database.transaction(() => insert(1))).rejects.toMatchObject({
      code: 'database-busy',
      hint: expect.stringContaining('nothing was lost'),
    })
    clearInterval(ticking)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(400)
    expect(ticks).toBeGreaterThan(20)
  })

  test('after one that gave up works as before', async () => {
    const other = lock()
    await expect(database.transaction(() => insert(1))).rejects.toThrow()
    other.exec('ROLLBACK')
    await database.transaction(() => insert(2), { durable: true })
    expect(numbers()).toEqual([2])
  })

  test('lets readers of other connections see all of it or nothing', async () => {
    const other = new DatabaseSync(file)
    onTestFinished(() => other.close())
    const count = () => other.prepare('SELECT count(*) AS n FROM t').get()?.n
    await database.transaction(async () => {
      insert(1)
      await nextTurn()
      expect(count()).toBe(0)
      insert(2)
    })
    expect(count()).toBe(2)
  })

  test('that meets a full disk says so and leaves everything as it was', async () => {
    insert(0)
    const pages = Number(database.get('PRAGMA page_count')?.page_count)
    database.exec(`PRAGMA max_page_count = ${pages}`)
    await expect(
      database.transaction(() => {
        for (let n = 1; n < 10_000; n++) insert(n)
      }),
    ).rejects.toMatchObject({ code: 'database-unwritable', message: 'the disk is full' })
    expect(numbers()).toEqual([0])
  })
})

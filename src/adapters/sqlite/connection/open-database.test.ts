import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { runChildScript } from '../../../../test/support/processes/child-script.ts'
import { openDatabase } from './open-database.ts'

let folder: string
let file: string
let backupFolder: string
beforeEach(() => {
  folder = makeTemporaryFolder()
  file = join(folder, 'throughline.db')
  backupFolder = join(folder, 'backups')
})

const processes = 6

/** Opens it, writes a row of its own and ends. */
const openAndWrite = `
  import { openDatabase } from '${new URL('./open-database.ts', import.meta.url)}'
  const [file, backupFolder] = process.argv.slice(1)
  const { database } = await openDatabase({ file, backupFolder, keepBackups: 1, now: new Date() })
  await database.transaction(() =>
    database.run('INSERT INTO spool_receipts VALUES (?)', String(process.pid)),
  )
  database.close()
  process.stdout.write('done\\n')
`

async function openInManyProcesses(): Promise<void> {
  const children = Array.from({ length: processes }, () =>
    runChildScript(openAndWrite, file, backupFolder),
  )
  const said = await Promise.all(children.map((child) => child.nextLine()))
  expect(said).toEqual(children.map(() => 'done'))
}

function rowsWritten(): number {
  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  return Number(database.prepare('SELECT count(*) AS n FROM spool_receipts').get()?.n)
}

const filesIn = (place: string) => readdirSync(place, { recursive: true }).map(String)

describe('many processes that open the database at once', () => {
  test('make it once where there is none, and back up nothing that is half made', async () => {
    await openInManyProcesses()
    expect(rowsWritten()).toBe(processes)
    expect(filesIn(folder).filter((name) => name.startsWith('backups'))).toEqual([])
  })

  test('replace a damaged one once, and lose nothing that is written to the new one', async () => {
    writeFileSync(file, 'not a database')
    await openInManyProcesses()
    expect(rowsWritten()).toBe(processes)
    expect(filesIn(folder).filter((name) => name.includes('corrupt'))).toHaveLength(1)
  })

  test('back one of an earlier version up once, before it is migrated', async () => {
    await makeEarlierVersion()
    await openInManyProcesses()
    expect(rowsWritten()).toBe(processes)
    expect(filesIn(backupFolder)).toEqual([expect.stringMatching(/^throughline-v1-/)])
  })
})

test('a database is not opened for good while another process prepares it', async () => {
  const holder = new DatabaseSync(`${file}.lock`)
  onTestFinished(() => holder.close())
  holder.exec('BEGIN EXCLUSIVE')
  const opening = openDatabase({
    file,
    backupFolder,
    keepBackups: 1,
    now: new Date(),
    patienceMs: 50,
  })
  await expect(opening).rejects.toMatchObject({ code: 'database-busy' })
  expect(filesIn(folder)).not.toContain('throughline.db')
})

/** As the first version of Throughline left it. */
async function makeEarlierVersion(): Promise<void> {
  const ours = join(import.meta.dirname, 'migrations')
  const past = join(folder, 'past-migrations')
  mkdirSync(past)
  const [first = ''] = readdirSync(ours).sort()
  copyFileSync(join(ours, first), join(past, first))
  const migrations = pathToFileURL(`${past}/`)
  const options = { file, backupFolder, keepBackups: 1, now: new Date(), migrations }
  ;(await openDatabase(options)).database.close()
}

/** A database that is suddenly empty, and a home that cannot be written, are reported. */
import { rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Local, openLocal } from '../../src/compose/local.ts'
import { canWriteEvents } from '../../src/home/database-witness.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'

let world: World
beforeEach(async () => {
  world = createWorld()
  onTestFinished(() => world.close())
  await withLocal(async (local) => {
    const session = sessionPayloads('one', world.project)
    const envelope = { event: 'UserPromptSubmit', cwd: world.project }
    writeSpoolFile(world.paths.spool, envelope, session.prompt(1, 'Look into it'))
    await local.drain(AbortSignal.timeout(10_000))
    await local.store.growth.noteSize({ day: '2026-01-01', bytes: 1 })
    await local.recordDatabaseSize()
  })
})

async function withLocal(work: (local: Local) => Promise<unknown>): Promise<void> {
  const { userHome, paths } = world
  const local = await openLocal({ root: paths.root, userHome, env: {}, verifyDatabase: true })
  try {
    await work(local)
  } finally {
    local.close()
  }
}

const empty = () => {
  for (const suffix of ['-wal', '-shm']) rmSync(world.paths.database + suffix, { force: true })
  truncateSync(world.paths.database)
}

test.each([
  ['truncated', empty],
  ['removed', () => rmSync(world.paths.database)],
])('a database that was %s is reported until its owner accepts it', async (_, lose) => {
  expect((await runCli(world, ['doctor'])).stdout).not.toContain('emptied or replaced')
  lose()
  // As the next daemon does.
  await withLocal((local) => local.recordDatabaseSize())
  await withLocal((local) => local.recordDatabaseSize())
  const backup = join(world.paths.backups, 'throughline-v9-2026-01-01T00-00-00-000Z.db')
  writeFileSync(backup, '')
  const doctor = await runCli(world, ['doctor'])
  expect(doctor.code).toBe(1)
  expect(doctor.stdout).toContain('emptied or replaced: it had 1 session')
  expect(doctor.stdout.replaceAll(/\s+/g, ' ')).toContain(
    `cp '${backup}' '${world.paths.database}'`,
  )
  expect((await runCli(world, ['status'])).stdout).toContain(
    'emptied or replaced; it had 1 session (throughline doctor)',
  )
  await runCli(world, ['doctor', '--acknowledge'])
  expect((await runCli(world, ['doctor'])).stdout).not.toContain('emptied or replaced')
})

test('a database whose owner deleted everything is not', async () => {
  await runCli(world, ['delete', '--before', '2999-01-01', '--yes', '--with-memories'])
  await withLocal((local) => local.recordDatabaseSize())
  expect((await runCli(world, ['doctor'])).stdout).not.toContain('emptied or replaced')
})

test('a home in which hooks cannot write is one', () => {
  const { spool } = world.paths
  expect(canWriteEvents(world.paths)).toBe(true)
  rmSync(spool, { recursive: true })
  expect(canWriteEvents(world.paths)).toBe(true)
  // Not even root can write there.
  symlinkSync(spool, spool)
  expect(canWriteEvents(world.paths)).toBe(false)
})

import { mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeRunnable } from './cluster.ts'

test('programs that the user cannot run are copied with libraries that do not lead back', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const installed = join(folder, 'installed')
  for (const part of ['bin', 'lib']) mkdirSync(join(installed, part), { recursive: true })
  writeFileSync(join(installed, 'bin/postgres'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  writeFileSync(join(installed, 'lib/libicu.so.60.2'), '')
  symlinkSync('libicu.so.60.2', join(installed, 'lib/libicu.so.60'))
  const bin = makeRunnable(join(installed, 'bin'), {}, folder)
  expect(bin).toBe(join(folder, 'program/bin'))
  expect(readlinkSync(join(bin, '../lib/libicu.so.60'))).toBe('libicu.so.60.2')
})

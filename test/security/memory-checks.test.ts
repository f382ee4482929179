/** What a hostile repository can do to checks: make them fail, or leave them unknown. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runMemoryChecks } from '../../src/adapters/filesystem/run-checks.ts'
import type { MemoryCheck } from '../../src/core/model/check.ts'

let base: string
let root: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'checks-')))
  root = join(base, 'project')
  mkdirSync(root)
  mkdirSync(join(base, 'outside'))
  writeFileSync(join(base, 'outside', 'secret.txt'), 'password')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const file = (path: string): MemoryCheck => ({ kind: 'file', path })
const text = (path: string): MemoryCheck => ({ kind: 'text', path, text: 'password' })

test('nothing outside of the project is looked at', async () => {
  symlinkSync(join(base, 'outside'), join(root, 'out'))
  symlinkSync(join(base, 'outside', 'secret.txt'), join(root, 'link.txt'))
  symlinkSync('/nowhere/at/all', join(root, 'dangling'))
  const asked = [
    ...['../outside/secret.txt', 'a/../../outside/secret.txt', '/etc/passwd', 'a\0b', ''],
    ...['out/secret.txt', 'out/missing.txt', 'dangling/a'],
  ]
  const unknown = asked.map(() => 'unknown')
  expect(await runMemoryChecks(root, asked.slice(0, -1).map(file))).toEqual(unknown.slice(0, -1))
  expect(await runMemoryChecks(root, asked.map(text))).toEqual(unknown)
  expect(await runMemoryChecks(root, [text('link.txt')])).toEqual(['unknown'])
})

test('a pipe, a loop of links, a folder and a huge file are not read', async () => {
  execFileSync('mkfifo', [join(root, 'pipe')])
  execFileSync('mkfifo', [join(root, 'package.json')])
  symlinkSync('b', join(root, 'a'))
  symlinkSync('a', join(root, 'b'))
  mkdirSync(join(root, 'folder'))
  writeFileSync(join(root, '.gitignore'), `${'x\n'.repeat(400_000)}dist\n`)
  const asked: MemoryCheck[] = [
    ...[text('pipe'), text('a'), text('a/b'), text('folder'), text('package.json')],
    ...([
      { kind: 'ignored', path: 'dist' },
      { kind: 'script', name: 'x' },
    ] as const),
  ]
  expect(await runMemoryChecks(root, asked)).toEqual(asked.map(() => 'unknown'))
})

test('what a manifest says is only compared', async () => {
  const put = (manifest: string) => writeFileSync(join(root, 'package.json'), manifest)
  const asked: MemoryCheck[] = [
    ...[
      { kind: 'script', name: '__proto__' } as const,
      { kind: 'script', name: 'toString' } as const,
    ],
    { kind: 'version', name: 'constructor', least: 1 },
  ]
  for (const manifest of ['{"scripts":{"a":"b"}}', '{"scripts":["toString"],"engines":3}']) {
    put(manifest)
    expect(await runMemoryChecks(root, asked)).toEqual(['fails', 'fails', 'fails'])
  }
  for (const manifest of ['[]', 'null', '{"scripts"', '<<<<<<< ours']) {
    put(manifest)
    expect(await runMemoryChecks(root, asked)).toEqual(['unknown', 'unknown', 'unknown'])
  }
})

test('only some megabytes are read in all', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `large-${at}.txt`)
  for (const name of names) writeFileSync(join(root, name), `password${' '.repeat(500_000)}`)
  const outcomes = await runMemoryChecks(root, names.map(text))
  expect([outcomes[0], outcomes.at(-1)]).toEqual(['holds', 'unknown'])
})

import { readdirSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { followImports } from '../../../test/support/source/import-graph.ts'
import { findByName, findHostProtocol, hostProtocols, loadHosts } from './hosts.ts'

test('a host is found by its name', async () => {
  expect(findHostProtocol('claude-code').displayName).toBe('Claude Code')
  expect(findByName(await loadHosts(), 'claude-code').displayName).toBe('Claude Code')
})

test('every folder of a host is listed, with its installer', async () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  const names = folders.filter((entry) => entry.isDirectory() && entry.name !== 'shared')
  expect(hostProtocols.map(({ name }) => name)).toEqual(names.map(({ name }) => name).sort())
  for (const host of await loadHosts()) expect(host.detect).toBeTypeOf('function')
})

test('the list loads protocols and transcripts only, and no package', () => {
  const { files, others } = followImports(resolve(import.meta.dirname, 'hosts.ts'))
  const loaded = [...files].map((file) => relative(import.meta.dirname, file))
  expect(loaded.filter((file) => /installer|json-document|toml/.test(file))).toEqual([])
  expect([...others]).toEqual([])
})

test('an unknown host is refused with the nearest known one', () => {
  expect(() => findHostProtocol('claud-code')).toThrowError(
    expect.objectContaining({
      code: 'invalid-input',
      message: 'unknown host "claud-code"',
      hint: expect.stringMatching(/^did you mean claude-code\? Known hosts: claude-code/),
    }),
  )
})

test('a host like no other is refused with the list', () => {
  expect(() => findHostProtocol('emacs')).toThrowError(
    expect.objectContaining({ hint: expect.stringMatching(/^known hosts: claude-code/) }),
  )
})

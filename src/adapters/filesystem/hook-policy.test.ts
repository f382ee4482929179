import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type HomePaths, homePaths } from '../../home/paths.ts'
import {
  formatHookPolicy,
  type HookPolicy,
  parseHookPolicy,
  readHookPolicy,
} from './hook-policy.ts'
import { configTime, writeHookPolicy } from './write-hook-policy.ts'

const policy: HookPolicy = {
  mode: 'ask',
  deadlineMs: 800,
  folders: new Map([
    ['/home/x/a b', 'on'],
    ['/home/x/secret', 'off'],
  ]),
}

describe('the text of a hook policy', () => {
  it('is one line each', () => {
    expect(formatHookPolicy(policy)).toBe(
      'mode ask\ndeadline 800\non /home/x/a b\noff /home/x/secret\n',
    )
  })

  it('can be read back', () => {
    expect(parseHookPolicy(formatHookPolicy(policy))).toEqual(policy)
  })

  it('forgets the oldest folders and never holds one with a newline', () => {
    const folders = new Map<string, 'on'>([['/odd\nmode on', 'on']])
    for (let number = 0; number < 100; number += 1) folders.set(`/folder/${number}`, 'on')
    const read = parseHookPolicy(formatHookPolicy({ ...policy, folders }))
    expect(read?.folders.size).toBe(64)
    expect(read?.folders.has('/folder/99')).toBe(true)
    expect(formatHookPolicy({ ...policy, folders })).not.toContain('odd')
  })

  it.each(['', 'mode maybe\ndeadline 1\n', 'mode on\n'])('is not %j', (text) => {
    expect(parseHookPolicy(text)).toBeUndefined()
  })
})

describe('a kept hook policy', () => {
  const changedAt = new Date('2024-05-06T07:08:09.500Z')
  const later = new Date('2024-05-06T07:08:12Z')
  let paths: HomePaths
  beforeEach(() => {
    paths = homePaths(mkdtempSync(join(tmpdir(), 'throughline-policy-')))
    writeFileSync(paths.config, '{}')
    utimesSync(paths.config, changedAt, changedAt)
  })
  afterEach(() => rmSync(paths.root, { recursive: true, force: true }))

  it('is not asked for where there is no configuration', () => {
    rmSync(paths.config)
    expect(readHookPolicy(paths)).toEqual({ kind: 'no-config' })
  })

  it('holds while the configuration stays as it was', () => {
    expect(readHookPolicy(paths)).toEqual({ kind: 'unknown' })
    expect(writeHookPolicy(paths, policy, configTime(paths) as Date, later)).toBe(true)
    expect(readHookPolicy(paths)).toEqual({ kind: 'current', policy })
    expect(statSync(paths.hookPolicy).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['a new edit', '2024-05-06T07:08:11.500Z'],
    ['an older file put back', '2024-05-01T00:00:00Z'],
    ['the same time as the policy', '2024-05-06T07:08:10.500Z'],
    ['the same time as the floor', '2024-05-06T07:08:08.500Z'],
  ])('no longer holds after %s', (_what, time) => {
    writeHookPolicy(paths, policy, changedAt, later)
    utimesSync(paths.config, new Date(time), new Date(time))
    expect(readHookPolicy(paths)).toEqual({ kind: 'unknown' })
  })

  it('does not hold for an edit made while it was being made', () => {
    const madeFrom = configTime(paths) as Date
    utimesSync(paths.config, later, later)
    writeHookPolicy(paths, policy, madeFrom, later)
    expect(readHookPolicy(paths)).toEqual({ kind: 'unknown' })
  })

  it('is not made from a configuration that changed just now', () => {
    const now = new Date(changedAt.getTime() + 1_999)
    expect(writeHookPolicy(paths, policy, changedAt, now)).toBe(false)
    expect(readHookPolicy(paths)).toEqual({ kind: 'unknown' })
  })

  it('does not hold when its file is damaged', () => {
    writeHookPolicy(paths, policy, changedAt, later)
    const { mtime } = statSync(paths.hookPolicy)
    writeFileSync(paths.hookPolicy, '')
    utimesSync(paths.hookPolicy, mtime, mtime)
    expect(readHookPolicy(paths)).toEqual({ kind: 'unknown' })
  })
})

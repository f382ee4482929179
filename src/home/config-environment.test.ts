import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../test/support/homes/temporary-folder.ts'
import { listSettings } from '../contract/list-settings.ts'
import { loadConfig } from './config.ts'

let file: string
beforeEach(() => {
  file = join(makeTemporaryFolder(), 'config.json')
})
const write = (value: unknown) => writeFileSync(file, JSON.stringify(value))

describe('the environment', () => {
  test.each(['0', 'false', 'off', 'No'])('switches everything off with %s', (value) => {
    expect(loadConfig(file, { THROUGHLINE_ENABLED: value }).enabled).toBe(false)
  })

  test.each(['1', 'true', 'on', 'maybe', ''])('switches nothing on with "%s"', (value) => {
    write({ enabled: false })
    expect(loadConfig(file, { THROUGHLINE_ENABLED: value }).enabled).toBe(false)
    write({})
    expect(loadConfig(file, { THROUGHLINE_ENABLED: value }).enabled).toBe(true)
  })

  test.each([
    [
      'with commas',
      'github.com/acme/secret, ~/private/**,',
      ['github.com/acme/secret', '~/private/**'],
    ],
    ['as JSON', '["a,b", "c"]', ['a,b', 'c']],
    ['as broken JSON', '["a"', ['"a"']],
    ['as nothing', ' ', []],
  ])('adds to the disabled projects, %s', (_, value, added) => {
    write({ disabledProjects: ['~/taxes'] })
    const config = loadConfig(file, { THROUGHLINE_DISABLED_PROJECTS: value })
    expect(config.disabledProjects).toEqual(['~/taxes', ...added])
  })

  test('says nothing about any other setting', () => {
    write({ subscribers: [{ name: 'mine', command: ['/usr/bin/true'] }] })
    const usual = loadConfig(file, {})
    const others = listSettings().filter(
      ({ key }) => !['enabled', 'disabledProjects'].includes(key),
    )
    const words = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter}`)
    const hostile = others.flatMap(({ key }) => {
      const name = `THROUGHLINE_${words(key).replaceAll('.', '_').toUpperCase()}`
      const values = { array: '[{"name":"evil","command":["sh"]}]', number: '7', integer: '7' }
      return [[name, values[key as keyof typeof values] ?? 'evil']]
    })
    expect(hostile.length).toBeGreaterThan(40)
    expect(loadConfig(file, Object.fromEntries(hostile))).toEqual(usual)
  })
})

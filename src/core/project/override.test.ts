import { describe, expect, test } from 'vitest'
import { normaliseOverride } from './override.ts'
import { findProjectName } from './path-rule.ts'

describe('overrides', () => {
  test.each([
    ['client-a', 'client-a'],
    ['  Client\tA\n', 'Client A'],
    ['https://ada:secret@github.com/Acme/App.git', 'github.com/acme/app'],
    ['git@github.com:acme/app.git', 'github.com/acme/app'],
    ['', undefined],
    [' \n', undefined],
    [undefined, undefined],
    ['x'.repeat(300), 'x'.repeat(200)],
  ])('%j becomes %j', (name, expected) => {
    expect(normaliseOverride(name)).toBe(expected)
  })

  test('the first glob that matches names the folder', () => {
    const names = { '~/clients/acme': 'acme', '~/clients/*': 'clients', nonsense: 'never' }
    expect(findProjectName('/home/ada/clients/acme/api', names, '/home/ada')).toBe('acme')
    expect(findProjectName('/home/ada/clients/other', names, '/home/ada')).toBe('clients')
    expect(findProjectName('/home/ada/nonsense', names, '/home/ada')).toBeUndefined()
  })
})

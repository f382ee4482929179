import { describe, expect, test } from 'vitest'
import { matchesIdentityRule, matchesPathRule } from './disabled.ts'
import { normaliseOverride } from './normalise-remote.ts'
import { findProjectName } from './path-rule.ts'

const home = '/home/ada'
const matchesPath = (folder: string, rule: string) => matchesPathRule(folder, [rule], home)
const matchesIdentity = (identity: string, rule: string) => matchesIdentityRule([identity], [rule])

describe('path rules', () => {
  test.each([
    ['/code/secret', '/code/secret'],
    ['/code/secret/deep/er', '/code/secret'],
    ['/code/secret', '/code/secret/'],
    ['/code/secret', '/code/secret/**'],
    ['/code/secret/.hidden/x', '/code/secret/**'],
    ['/code/client-a/src', '/code/client-*'],
    ['/code/a/private/x', '/code/**/private'],
    ['/home/ada/private', '~/private'],
    ['/home/ada/private/x', '~/private/**'],
    ['/home/ada/anything', '~'],
    ['/srv/deep/notes-private/x', '*-private'],
    ['/srv/deep/secret', '**/secret'],
    ['/srv/deep/secret/x', '**/secret/**'],
    ['/anything', '**'],
    ['/anything', '*'],
    ['/anything', '/'],
    ['/code/app (old) [1]/src', '/code/app (old) [1]'],
    ['C:\\Code\\Secret\\src', 'c:/code/secret'],
    ['C:\\Code\\Secret\\src', 'C:\\Code\\*'],
    ['/code/./x/../secret', ' /code/secret '],
  ])('%s is matched by %s', (folder, rule) => {
    expect(matchesPath(folder, rule)).toBe(true)
  })

  test.each([
    ['/code/secrets', '/code/secret'],
    ['/code', '/code/secret'],
    ['/code', '/code/*'],
    ['/code/a', '!/code/b'],
    ['/home/ada/app', '~/private'],
    ['/home/ada/app', '~ben/app'],
    ['/home/ada/app', 'app'],
    ['/home/ada/app', ''],
    ['/code/Secret', '/code/secret'],
  ])('%s is not matched by %s', (folder, rule) => {
    expect(matchesPath(folder, rule)).toBe(false)
  })

  test('a home folder with glob characters in its name is taken as it is', () => {
    expect(matchesPathRule('/home/a(d)a/x/y', ['~/*/y'], '/home/a(d)a')).toBe(true)
    expect(matchesPathRule('/home/ada/x/y', ['~/*/y'], '/home/a(d)a')).toBe(false)
    expect(matchesPathRule('C:\\a(d)a\\X\\y', ['~\\x\\*'], 'c:\\A(d)a')).toBe(true)
  })
})

describe('identity rules', () => {
  test.each([
    ['github.com/acme/app', 'github.com/acme/app'],
    ['github.com/acme/app', 'GitHub.com/Acme/App'],
    ['github.com/acme/app', 'github.com/acme/*'],
    ['github.com/acme/app', 'github.com/acme'],
    ['github.com/acme/app', 'github.com/*/app'],
    ['gitlab.com/acme/sub/app', 'gitlab.com/acme/*'],
    ['github.com/acme/app', 'https://token@github.com/acme/app.git'],
    ['github.com/acme/app', 'git@github.com:acme/app.git'],
    ['override:client (a)', 'override:client (a)'],
    ['marker:0190-abcd', 'marker:0190-abcd'],
  ])('%s is matched by %s', (identity, rule) => {
    expect(matchesIdentity(identity, rule)).toBe(true)
  })

  test.each([
    ['github.com/acme/app', 'github.com/acme/ap'],
    ['github.com/acme/app', '!github.com/acme/other'],
    ['github.com/acme/app', '/github.com/acme/app'],
    ['github.com/acme/app', ''],
  ])('%s is not matched by %s', (identity, rule) => {
    expect(matchesIdentity(identity, rule)).toBe(false)
  })

  test('one of several identities is enough', () => {
    const identities = ['github.com/acme/app', 'marker:0190-abcd', 'path:0123456789abcdef']
    expect(matchesIdentityRule(identities, ['x.example/y', 'path:0123456789abcdef'])).toBe(true)
    expect(matchesIdentityRule(identities, [])).toBe(false)
  })
})

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

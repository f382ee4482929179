import { expect, test } from 'vitest'
import { parseIdentity } from './parse-identity.ts'

test.each([
  ['github.com/acme/widgets', 'github.com/acme/widgets'],
  ['GitHub.com/Acme/Widgets.git', 'github.com/acme/widgets'],
  ['bob:secret@github.com/acme/widgets', 'github.com/acme/widgets'],
  ['git@github.com:acme/widgets.git', 'github.com/acme/widgets'],
  ['github.com:acme/widgets', 'github.com/acme/widgets'],
  ['localhost:3000/acme/widgets', 'localhost:3000/acme/widgets'],
  ['ssh://gitserver/acme/widgets', 'gitserver/acme/widgets'],
  ['override: web  shop ', 'override:web shop'],
  ['marker:0196f3d2-7a10-7000-8000-0123456789ab', 'marker:0196f3d2-7a10-7000-8000-0123456789ab'],
  ['path:0123456789abcdef', 'path:0123456789abcdef'],
])('%s means %s', (given, identity) => {
  expect(parseIdentity(given)).toBe(identity)
  expect(parseIdentity(identity)).toBe(identity)
})

test.each([
  'widgets',
  'acme/widgets',
  '/srv/widgets',
  './widgets',
  '../up/widgets',
  'C:\\code\\widgets',
  'file:///srv/widgets',
  'https://github.com',
  'override: ',
  'path:here',
  '',
])('%j is no identity', (given) => {
  expect(parseIdentity(given)).toBeUndefined()
})

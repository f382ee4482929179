import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../test/support/homes/temporary-folder.ts'
import { homePaths } from './paths.ts'
import { readTeamSignIn, removeTeamSignIn, writeTeamSignIn } from './team-sign-in.ts'

const signIn = {
  server: 'https://memory.example.com',
  token: 'a-token',
  organisation: { id: '0199b0a0-0000-7000-8000-000000000001', name: 'Acme' },
  person: { id: '0199b0a0-0000-7000-8000-000000000002', name: 'Ada' },
}

let paths: ReturnType<typeof homePaths>
beforeEach(() => {
  paths = homePaths(makeTemporaryFolder())
})

test('a sign-in is kept until it is removed', () => {
  expect(readTeamSignIn(paths)).toBeUndefined()
  writeTeamSignIn(paths, signIn)
  expect(readTeamSignIn(paths)).toEqual(signIn)
  removeTeamSignIn(paths)
  removeTeamSignIn(paths)
  expect(readTeamSignIn(paths)).toBeUndefined()
})

test('only its owner can read the file, even where it was open before', () => {
  writeFileSync(paths.team, '{}')
  chmodSync(paths.team, 0o644)
  writeTeamSignIn(paths, signIn)
  expect(statSync(paths.team).mode & 0o777).toBe(0o600)
})

test('a file that is not ours counts as signed out', () => {
  writeFileSync(paths.team, JSON.stringify({ ...signIn, server: 'file:///etc/passwd' }))
  expect(readTeamSignIn(paths)).toBeUndefined()
})

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../test/support/homes/temporary-folder.ts'
import { cleanEnvironment } from './clean-environment.ts'

let userHome: string
let project: string
beforeEach(() => {
  userHome = makeTemporaryFolder()
  project = join(userHome, 'code', 'widgets')
  mkdirSync(join(project, '.git'), { recursive: true })
  mkdirSync(join(project, 'packages', 'app'), { recursive: true })
})

const clean = (env: Record<string, string>, named: string[] = []) =>
  cleanEnvironment(env, { named, userHome, folder: join(project, 'packages', 'app') })

it('passes on what the system sets, and what is asked for by name', () => {
  const env = { HOME: userHome, LANG: 'de_DE.UTF-8', LC_ALL: 'C', TZ: 'UTC', MY_KEY: 'k' }
  expect(clean(env, ['MY_KEY', 'NONE'])).toEqual(env)
})

it.each([
  ['code to load', { NODE_OPTIONS: '--require ./x', LD_PRELOAD: './x.so', BASH_ENV: './x' }],
  ['where to send data', { ANTHROPIC_BASE_URL: 'http://x', HTTPS_PROXY: 'http://x' }],
  [
    'what a program may do',
    { PYTHONPATH: '.', GIT_SSH_COMMAND: 'x', EDITOR: 'x', OPENSSL_CONF: 'x' },
  ],
  ['keys', { ANTHROPIC_API_KEY: 'theirs', AWS_PROFILE: 'theirs' }],
  ['settings of ours', { THROUGHLINE_SUBSCRIBERS: '[]', THROUGHLINE_PROJECT: 'x' }],
])('passes on no %s', (_, env) => {
  expect(clean(env)).toEqual({})
})

it('passes on no folder of PATH that a repository can fill', () => {
  const folders = [join(project, 'node_modules', '.bin'), '.', 'bin', '', join(project, 'packages')]
  const users = ['/usr/bin', join(userHome, '.nvm', 'bin'), join(userHome, 'code', 'bin')]
  mkdirSync(join(userHome, '.nvm', '.git'), { recursive: true })
  expect(clean({ PATH: [...folders, ...users].join(':') })).toEqual({ PATH: users.join(':') })
})

it("passes on the user's folders and certificates, and none of a repository's", () => {
  const certificate = join(userHome, 'company.pem')
  writeFileSync(certificate, '', { mode: 0o600 })
  const env = { CODEX_HOME: join(userHome, 'codex'), NODE_EXTRA_CA_CERTS: certificate }
  expect(clean(env)).toEqual(env)
  chmodSync(certificate, 0o666)
  expect(clean({ NODE_EXTRA_CA_CERTS: certificate })).toEqual({})
  expect(clean({ CODEX_HOME: join(project, '.codex'), CLAUDE_CONFIG_DIR: '.claude' })).toEqual({})
})

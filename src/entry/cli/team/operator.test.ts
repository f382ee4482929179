/** What the operator of a team server does on the command line, with the database alone. */
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { hasPostgres, makeTestDatabase } from '../../../../test/support/postgres.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { useOidcProvider } from '../../../../test/support/team/oidc-provider.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the operator of a team server', () => {
  const provider = useOidcProvider()
  let world: World
  let database: Awaited<ReturnType<typeof makeTestDatabase>>
  beforeEach(async () => {
    world = createWorld()
    database = await makeTestDatabase()
  })
  afterEach(async () => {
    await world.close()
    await database.drop()
  })

  const at = ['--public-url', 'https://memory.example.com']
  const run = (...args: string[]) =>
    runCli(world, ['server', ...args], { env: { DATABASE_URL: database.url } })
  const say = async (...args: string[]) => {
    const result = await run(...args)
    expect(result).toMatchObject({ code: 0, stderr: '' })
    return result.stdout
  }
  const refuse = async (...args: string[]) => {
    const { code, stderr } = await run(...args)
    expect(code).not.toBe(0)
    return stderr
  }
  const create = async (name: string) => {
    const made = await say('create', name, '--owner', 'ada@example.com', ...at, '--json')
    return (JSON.parse(made) as { organisation: string }).organisation
  }

  test('lists organisations with their members and memories', async () => {
    expect(await say('organisations')).toContain('throughline server create')
    const acme = await create('Acme')
    await create('Globex')
    expect((await say('organisations')).trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        new RegExp(`^Acme +1 member +0 memories +since \\S+ +${acme.slice(-10)}$`),
      ),
      expect.stringMatching(/^Globex +1 member /),
    ])
    const { organisations } = JSON.parse(await say('organisations', '--json'))
    expect(organisations[0]).toMatchObject({ id: acme, name: 'Acme', members: 1, memories: 0 })
  })

  test('repairs the search index, of one organisation or of all', async () => {
    const acme = await create('Acme')
    await create('Globex')
    const owner = new pg.Client(database.url)
    await owner.connect()
    // As a version without an index would have left it.
    await owner.query(`WITH project AS (
        INSERT INTO shared_projects (organisation_id, id, type, identity, name, created_at)
        VALUES ('${acme}', gen_random_uuid(), 'team', 'github.com/acme/app', 'app', now())
        RETURNING organisation_id, id)
      INSERT INTO shared_memories (organisation_id, project_id, id, type, version, sequence,
        author_id, author_name, creator_id, text)
      SELECT organisation_id, id, gen_random_uuid(), 'memory', 1, 1, gen_random_uuid(), 'Ada',
        gen_random_uuid(), '{"content": "Use pnpm.", "kind": "fact", "tags": [], "keywords": [],
          "files": [], "importance": 0.5, "trust": "user", "validFrom": "2026-01-01T00:00:00Z",
          "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z"}' FROM project`)
    await owner.end()
    const all = 'The index of 2 organisations is up to date.\n'
    expect(await say('reindex')).toBe(`Acme: indexed 1 memory, removed 0\n${all}`)
    expect(await say('reindex')).toBe(all)
    expect(JSON.parse(await say('reindex', '--organisation', 'acme', '--json'))).toEqual({
      organisations: [{ id: acme, name: 'Acme', added: 0, removed: 0 }],
    })
    expect(await refuse('reindex', '--organisation', 'Initech')).not.toContain('at ')
  })

  test('need not name the organisation if there is only one', async () => {
    expect(await refuse('link', 'ada@example.com', ...at)).toContain('no organisation yet')
    await create('Acme')
    expect(await say('link', 'ada@example.com', ...at)).toContain('/join/tli_')
    await create('Globex')
    const refusal = await refuse('link', 'ada@example.com', ...at)
    expect(refusal).toContain('say which organisation')
    expect(refusal).toMatch(/Acme \(\w{10}\), Globex/)
  })

  test('names an organisation by its name, or the beginning or end of its id', async () => {
    const acme = await create('Acme')
    await create('Globex')
    for (const given of [
      'Acme',
      'acme',
      acme,
      acme.toUpperCase(),
      acme.slice(0, 13),
      acme.slice(-10),
    ]) {
      expect(await say('link', 'ada@example.com', ...at, '--organisation', given)).toContain(
        '/join/',
      )
    }
    for (const given of ['Initech', '%', '', acme.slice(1, 9)]) {
      expect(await refuse('link', 'ada@example.com', ...at, '--organisation', given)).not.toContain(
        'at ',
      )
    }
  })

  test('must choose if two organisations have the same name', async () => {
    const first = await create('Acme')
    // As versions before could.
    const second = await create('Globex')
    const owner = new pg.Client(database.url)
    await owner.connect()
    await owner.query(`UPDATE organisations SET name = 'ACME' WHERE id = '${second}'`)
    await owner.end()
    expect(await say('link', 'ada@example.com', ...at, '--organisation', 'Acme')).toContain(
      '/join/',
    )
    expect(await refuse('link', 'ada@example.com', ...at, '--organisation', 'acme')).toContain(
      '"acme" matches several organisations',
    )
    expect(await say('link', 'ada@example.com', ...at, '--organisation', first)).toContain('/join/')
  })

  test('checks everything before an organisation is created', async () => {
    const wrong = ['create', 'Acme', '--owner', 'ada@example.com']
    expect(await refuse(...wrong)).toContain('a link needs the address that people use')
    expect(await refuse(...wrong, '--public-url', 'http://memory.example.com')).toContain('https')
    expect(await say('organisations')).toContain('None yet')
    await create('Acme')
    expect(await refuse('create', 'ACME', '--owner', 'x@example.com', ...at)).toContain(
      'there is an organisation "ACME" already',
    )
    expect(await refuse('link', 'ada@example.com')).toContain('--public-url')
  })

  test('removes an organisation with everything in it, and nothing of another', async () => {
    const [acme] = [await create('Acme'), await create('Globex')]
    expect(await refuse('remove', 'Acme')).toContain('add --yes')
    const removed = await say('remove', 'Acme', '--yes')
    expect(removed).toContain('Removed Acme with 1 member and 0 memories.')
    const owner = new pg.Client(database.url)
    await owner.connect()
    const { rows } = await owner.query(`SELECT c.relname AS name FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organisation_id'
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`)
    for (const { name } of rows) {
      const left = await owner.query(`SELECT FROM ${name} WHERE organisation_id = $1`, [acme])
      expect(left.rowCount, name).toBe(0)
    }
    await owner.end()
    expect(await say('organisations')).toMatch(/^Globex +1 member/)
    await create('Acme')
  })

  test('sets single sign-on once the provider answers, shows it and removes it', async () => {
    const acme = await create('Acme')
    expect(await say('sso')).toBe('Acme has no single sign-on.\n')
    const client = ['--client-id', 'throughline', '--name', 'Okta']
    const url = ['--public-url', 'https://memory.example.com']
    expect(await refuse('sso', '--issuer', 'http://127.0.0.1:9', ...client)).toContain(
      '127.0.0.1:9 is not answering as a provider',
    )
    expect(await refuse('sso', '--issuer', `${provider.issuer}/other`, ...client)).toContain(
      'is not answering',
    )
    const shown = await say('sso', '--issuer', provider.issuer, ...client, ...url)
    expect(shown).toContain('Acme signs in with Okta.')
    expect(shown).toContain(`https://memory.example.com/sign-on/${acme}/callback`)
    expect(shown).toContain('OIDC_CLIENT_SECRET in the environment')
    expect(shown).toContain('members and invited people')
    const more = ['--domain', 'Acme.example', 'acme.test', '--join', 'reader', '--json']
    const set = JSON.parse(await say('sso', '--issuer', provider.issuer, ...client, ...more))
    expect(set.settings).toMatchObject({
      ...{ label: 'Okta', domains: ['acme.example', 'acme.test'], joinRole: 'reader' },
    })
    expect(await refuse('sso', '--release', 'ada@example.com')).toContain('has not signed in')
    expect(await say('sso', '--off')).toBe('Acme has no single sign-on.\n')
  })

  test('shows and changes the quota of an organisation', async () => {
    await create('Acme')
    expect((await say('quota')).split('\n').map((line) => line.trim())).toEqual([
      'Acme',
      expect.stringMatching(/^memories +0 of 1,000,000$/),
      expect.stringMatching(/^bytes +0 B of 10.0 GB$/),
      expect.stringMatching(/^per person +0 of 100,000$/),
      expect.stringMatching(/^members +1 of 10,000$/),
      expect.stringMatching(/^keys +0 of 10,000$/),
      '',
    ])
    await say('quota', '--memories', '500', '--bytes', '2GB')
    const changed = JSON.parse(await say('quota', '--members', '5', '--json'))
    expect(changed.quota).toMatchObject({ memories: 500, bytes: 2 * 1024 ** 3, members: 5 })
    const reset = JSON.parse(await say('quota', '--memories', 'default', '--json'))
    expect(reset.quota).toMatchObject({ memories: 1_000_000, members: 5 })
    for (const args of [
      ['--memories', '-1'],
      ['--members', '5GB'],
      ['--bytes', 'much'],
    ]) {
      expect(await refuse('quota', ...args)).toContain('must be a number')
    }
  })

  test.each([
    [['--issuer', 'https://acme.okta.com'], 'clientId'],
    [['--client-id', 'x'], 'issuer'],
    [['--issuer', 'http://acme.okta.com', '--client-id', 'x'], 'https'],
    [['--issuer', 'https://a.example/?x=1', '--client-id', 'x'], 'without a query'],
    [['--issuer', 'https://a.example', '--client-id', 'x', '--join', 'member'], 'a domain'],
    [['--issuer', 'https://a.example', '--client-id', 'x', '--join', 'owner'], 'must be one of'],
    [['--issuer', 'https://a.example', '--client-id', 'x', '--domain', 'a b'], 'domain'],
    [
      ['--issuer', 'https://a.example', '--client-id', 'x', '--secret-variable', 'DATABASE_URL'],
      'OIDC_CLIENT_SECRET',
    ],
  ])('sso %j is refused: %s', async (args, message) => {
    const { code, stderr } = await run('sso', ...args)
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(3)
  })
})

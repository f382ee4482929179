/** `upgrade VERSION` fetches the package with npm, here from a registry on loopback. */
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../support/homes/world.ts'
import { makePackage } from '../support/processes/make-package.ts'

interface Published {
  readonly version: string
  readonly tarball: Buffer
  readonly integrity?: string
}

interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

let world: World
let registry: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  world = createWorld()
  const whole = pack('1.1.0')
  const torn = whole.subarray(0, whole.length / 2)
  registry = await serve([
    { version: '1.1.0', tarball: whole, integrity: integrityOf(whole) },
    { version: '1.2.0', tarball: torn, integrity: integrityOf(whole) },
    { version: '1.3.0', tarball: torn },
    { version: '1.4.0', tarball: whole, integrity: integrityOf(torn) },
  ])
  mkdirSync(join(world.userHome, '.claude'))
  const first = makePackage(world.path('first'), '1.0.0')
  const program = join(first, 'bin', 'throughline.js')
  expect(await execute(process.execPath, [program, 'setup', '--yes'])).toMatchObject({
    code: 0,
    stderr: '',
  })
  await throughline('remember', 'The word is quagga')
})

afterAll(async () => {
  registry?.close()
  await world?.close()
})

it.each([
  ['a version that is not there', '9.9.9', /No matching version found for throughline@9\.9\.9/],
  ['half a tarball', '1.2.0', /.*/],
  ['half a tarball without a checksum', '1.3.0', /.*/],
  ['a tarball with another checksum', '1.4.0', /integrity checksum failed/],
])('refuses %s in one line with a hint, and loses nothing', async (_, version, reason) => {
  const refused = await throughline('upgrade', version)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^[^\n]+\n {2}[^\n]+\n$/)
  expect(refused.stderr).toMatch(reason)
  expect((await throughline('--version')).stdout).toBe('1.0.0\n')
  const left = readdirSync(world.path('tmp')).filter((name) => name.startsWith('throughline'))
  expect(left).toEqual([])
})

it('installs a version, and the memories are there', async () => {
  expect(await throughline('upgrade', '1.1.0')).toMatchObject({ code: 0, stderr: '' })
  expect((await throughline('--version')).stdout).toBe('1.1.0\n')
  expect((await throughline('recall', 'quagga')).stdout).toContain('The word is quagga')
})

it('says so when the registry cannot be reached', async () => {
  const nowhere = { npm_config_registry: 'http://127.0.0.1:9' }
  const refused = await execute(world.paths.command, ['upgrade', '9.9.9'], nowhere)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^[^\n]*npm cannot fetch throughline@9\.9\.9: [^\n]+\n {2}[^\n]+\n$/,
  )
})

const throughline = (...args: string[]) => execute(world.paths.command, args)

/** In the background, since the registry is in this process. */
async function execute(program: string, args: readonly string[], variables = {}): Promise<Run> {
  const env = {
    ...world.env,
    npm_config_registry: registry.address,
    npm_config_cache: world.path('npm-cache'),
    npm_config_userconfig: world.path('npmrc'),
    npm_config_update_notifier: 'false',
    npm_config_fetch_retries: '0',
    ...variables,
  }
  try {
    const run = await promisify(execFile)(program, args, { cwd: world.project, env })
    return { code: 0, ...run }
  } catch (error) {
    return error as Run
  }
}

function pack(version: string): Buffer {
  const folder = makePackage(world.path('published', version, 'package'), version)
  const file = world.path(`${version}.tgz`)
  spawnSync('tar', ['-czf', file, '-C', dirname(folder), 'package'])
  return readFileSync(file)
}

const integrityOf = (bytes: Buffer) =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`

async function serve(published: readonly Published[]) {
  const server = createServer(({ url = '' }, response) => {
    const found = published.find(({ version }) => url.endsWith(`/${version}.tgz`))
    if (found) return response.end(found.tarball)
    if (url !== '/throughline') return response.writeHead(404).end('{}')
    const versions = published.map(({ version, integrity }) => {
      const dist = { tarball: `${address()}/${version}.tgz`, ...(integrity && { integrity }) }
      return [version, { name: 'throughline', version, dist }]
    })
    const body = { name: 'throughline', 'dist-tags': { latest: '1.1.0' } }
    return response.end(JSON.stringify({ ...body, versions: Object.fromEntries(versions) }))
  })
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: address(),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

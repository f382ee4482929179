/**
 * Does what the Dockerfile says without an engine: the same commands in a temporary folder, then the
 * server as a user that is not root and has no home. Only `npm ci` is left out, for which this
 * checkout's packages stand in.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { delimiter, dirname, join, matchesGlob, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseUser, type SystemUser } from '../../src/adapters/postgres/embedded/cluster.ts'
import { defaultPort } from '../../src/entry/cli/team/server-backend.ts'
import { openFolder } from '../hermetic/open-folder.ts'
import { waitFor } from '../support/homes/world.ts'
import { execForm, type Instruction, parseDockerfile } from '../support/packaging/dockerfile.ts'
import { hasPostgres, useTestDatabase } from '../support/postgres.ts'
import {
  type LoopbackRegistry,
  serveInstalledPackages,
} from '../support/processes/loopback-registry.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const packaging = join(root, 'packaging', 'server')
const instructions = parseDockerfile(readFileSync(join(packaging, 'Dockerfile'), 'utf8'))

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the image of the server', () => {
  const databaseUrl = useTestDatabase()
  let folder: string
  let registry: LoopbackRegistry
  let user: SystemUser
  let node: string
  const children: ChildProcess[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(openFolder(), 'tl-image-'))
    registry = await serveInstalledPackages('pg', 'openid-client')
    copyContext(join(folder, 'source'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'source', 'node_modules'))
    mkdirSync(join(folder, 'app'))
    await follow('pack', 'source', ({ text }) => !text.startsWith('npm ci'))
    await follow('install', 'app')
    user = chooseUser(folder)
    node = findNode()
  })

  afterAll(() => {
    registry?.close()
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs the commands of a stage where it has its files. */
  async function follow(
    stage: string,
    place: string,
    isWanted: (instruction: Instruction) => boolean = () => true,
  ): Promise<void> {
    const commands = instructions.filter((each) => each.stage === stage && each.name === 'RUN')
    for (const { text } of commands.filter(isWanted)) {
      await run('/bin/sh', ['-eu', '-c', text.replaceAll('/pack', join(folder, 'pack'))], {
        cwd: join(folder, place),
        env: {
          PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
          HOME: folder,
          npm_config_registry: registry.address,
          npm_config_cache: join(folder, 'npm-cache'),
          npm_config_update_notifier: 'false',
        },
      })
    }
  }

  /** The program's own Node, or a copy where that user may run it. */
  function findNode(): string {
    const options = { ...user, cwd: folder }
    if (spawnSync(process.execPath, ['--version'], options).status === 0) return process.execPath
    mkdirSync(join(folder, 'bin'))
    copyFileSync(process.execPath, join(folder, 'bin', 'node'))
    return join(folder, 'bin', 'node')
  }

  const inImage = () => ({
    ...user,
    cwd: join(folder, 'app'),
    env: {
      NODE_ENV: 'production',
      PATH: [join(folder, 'app', 'node_modules', '.bin'), dirname(node), '/usr/bin:/bin'].join(':'),
      HOME: '/nonexistent',
      DATABASE_URL: databaseUrl(),
    },
  })

  /** What `docker run IMAGE ...args` does. */
  const throughlineServer = (...args: string[]) => {
    const [program = '', ...words] = execForm(instructions, 'ENTRYPOINT')
    return run(program, [...words, ...args], inImage())
  }

  it('migrates, as the chart does first, and creates an organisation', async () => {
    expect((await throughlineServer('migrate')).stdout).toBe('The database is up to date.\n')
    const args = ['create', 'Acme', '--owner', 'ada@example.com', '--json']
    const url = 'https://memory.example.com'
    const { stdout } = await throughlineServer(...args, `--public-url=${url}`)
    expect(JSON.parse(stdout)).toMatchObject({ link: expect.stringContaining(`${url}/join/tli_`) })
  })

  it('serves as a user that is not root, is healthy when ready, and ends when asked to', async () => {
    const [program = '', ...words] = execForm(instructions, 'ENTRYPOINT')
    // On loopback and a free port, because this is no container.
    const args = execForm(instructions, 'CMD').map((word) => word.replace('0.0.0.0', '127.0.0.1'))
    const server = spawn(program, [...words, ...args, '--port=0'], inImage())
    children.push(server)
    let output = ''
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    const port = await waitFor('the server', () => /"port":(\d+)/.exec(output)?.[1], 60_000)
    if (process.platform === 'linux') {
      const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
      expect(/^Uid:\t(\d+)/m.exec(status)?.[1]).not.toBe('0')
    }
    expect(await checkHealth(port)).toBe(0)
    const ended = once(server, 'close')
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(await checkHealth(port)).toBe(1)
  })

  /** @returns the exit code of the image's own check */
  async function checkHealth(port: string): Promise<number> {
    const [program = '', ...words] = execForm(instructions, 'HEALTHCHECK')
    const args = words.map((word) => word.replace(`:${defaultPort}/`, `:${port}/`))
    const check = spawn(program, args, inImage())
    const [code] = (await once(check, 'close')) as [number]
    return code
  }
})

/** What `COPY . .` sees, by the list beside the Dockerfile: a few names, less some at any depth. */
function copyContext(target: string): void {
  const lines = readFileSync(join(packaging, 'Dockerfile.dockerignore'), 'utf8').split('\n')
  const wanted = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const unwanted = lines.filter((line) => line.startsWith('**/'))
  for (const name of wanted) {
    cpSync(join(root, name), join(target, name), {
      recursive: true,
      filter: (path) => !unwanted.some((pattern) => matchesGlob(relative(root, path), pattern)),
    })
  }
}

/**
 * Everything that reads what others wrote, on inputs made from recorded ones. Whatever comes: no
 * crash, no hang, no hook that fails, no stack trace in an answer, and it still works afterwards.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { transcriptFiles } from '../../src/adapters/filesystem/host-files.ts'
import { createChangeReader } from '../../src/adapters/git/changed-files.ts'
import { createCommitReader } from '../../src/adapters/git/commit-reader.ts'
import { findChangesSince } from '../../src/adapters/git/file-changes.ts'
import { hostProtocols } from '../../src/adapters/hosts/hosts.ts'
import { createRedactor } from '../../src/adapters/redaction/redactor.ts'
import { type Local, openLocal } from '../../src/compose/local.ts'
import { ThroughlineError } from '../../src/contract/errors.ts'
import { readCompleteTurns } from '../../src/core/extraction/window/transcript-exchanges.ts'
import { formatSpoolHeader } from '../../src/core/model/spool-file.ts'
import { loadConfig } from '../../src/home/config.ts'
import { readPlainConfig } from '../../src/home/plain-config.ts'
import { createProjectResolver, markerFile } from '../support/core/project-resolver.ts'
import { fuzz } from '../support/fuzz/fuzz.ts'
import { makeGitFolder } from '../support/fuzz/git-folders.ts'
import { type HttpRequest, httpRequests } from '../support/fuzz/http-requests.ts'
import { oddFiles, putBack, putFile } from '../support/fuzz/odd-files.ts'
import { make, recipes } from '../support/fuzz/recipe.ts'
import { hookOf, recordedPayloads, recordedTranscripts } from '../support/fuzz/samples.ts'
import { createGitSandbox, type GitSandbox } from '../support/homes/git-sandbox.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { eachWithHttpApp } from '../support/processes/http-app.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

const stackTrace = /\n\s+at |node:internal|file:\/\/|\.[cm]?[jt]s:\d+/

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

describe('hooks', () => {
  it('a hook exits 0 and prints only its answer, and the daemon continues', async () => {
    installShim(world)
    const daemon = await startDaemon(world)
    const payloads = recordedPayloads(world.project)
    await fuzz(0.2, recipes(payloads), async (recipe) => {
      const { host, event } = hookOf(recipe.sample)
      const run = await runShim(world, event, make(recipe, payloads), { host })
      expect(run).toMatchObject({ code: 0, stderr: '' })
      expect(run.stdout).not.toMatch(stackTrace)
      if (run.stdout.startsWith('{')) JSON.parse(run.stdout)
    })
    expect((await daemon.request('/health')).status).toBe(200)
    expect(daemon.complaint()).toBe('')
  })

  it('so does a hook without a daemon, whatever the configuration says', async () => {
    installShim(world)
    const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
    local.close()
    const payloads = recordedPayloads(world.project)
    const configs = { settings: Buffer.from(JSON.stringify(sampleConfig)) }
    const inputs = fc.record({ payload: recipes(payloads), config: recipes(configs) })
    await fuzz(0.1, inputs, async ({ payload, config }) => {
      writeFileSync(world.paths.config, make(config, configs))
      const { host, event } = hookOf(payload.sample)
      const env = { THROUGHLINE_AUTOSTART: 'off' }
      const run = await runShim(world, event, make(payload, payloads), { host, env })
      expect(run).toMatchObject({ code: 0, stderr: '' })
      expect(run.stdout).not.toMatch(stackTrace)
    })
  })
})

describe('the spool', () => {
  let local: Local
  beforeEach(async () => {
    // A changed folder could be one of this machine, where no marker may be left.
    world.writeConfig({ projectMarker: false, learning: { consolidate: false } })
    local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  })
  afterEach(() => local.close())

  it('broken events are set aside, whole ones stored and worked on', async () => {
    const payloads = recordedPayloads(world.project)
    const good = Buffer.from(payloads['claude-code/UserPromptSubmit'] ?? []).toString()
    const signal = new AbortController().signal
    const lanes = local.jobs.openLanes(signal, () => undefined)
    let written = 0
    const spool = (host: string, event: string, payload: string | Buffer) => {
      written += 1
      const header = formatSpoolHeader({ host, event, cwd: world.project })
      const file = join(world.paths.spool, `case-${written}.spool`)
      writeFileSync(file, Buffer.concat([Buffer.from(header), Buffer.from(payload)]))
    }
    await fuzz(0.22, fc.array(recipes(payloads), { minLength: 1, maxLength: 8 }), async (batch) => {
      rmSync(world.paths.spool, { recursive: true })
      mkdirSync(world.paths.spool)
      for (const recipe of batch) {
        const { host, event } = hookOf(recipe.sample)
        spool(host, event, make(recipe, payloads))
      }
      const session = `whole-${written}`
      spool('claude-code', 'UserPromptSubmit', withSession(good, session))
      await local.drain(signal)
      expect((await local.spool.depth()).pending).toBe(0)
      expect(await local.operations.getSession({ id: session })).toBeDefined()
      lanes.nudge()
      await lanes.settle()
      await local.catchUpIndex(signal)
      expect(world.rows('SELECT kind, error FROM jobs WHERE error IS NOT NULL')).toEqual([])
    })
  })

  it('a spool file of any bytes is taken or set aside', async () => {
    const header = formatSpoolHeader({ host: 'claude-code', event: 'Stop', cwd: world.project })
    const files = { whole: Buffer.from(`${header}{"session_id":"s1"}`) }
    const signal = new AbortController().signal
    await fuzz(0.04, recipes(files), async (recipe) => {
      writeFileSync(join(world.paths.spool, 'case.spool'), make(recipe, files))
      await local.drain(signal)
      expect((await local.spool.depth()).pending).toBe(0)
    })
  })
})

function withSession(payload: string, session: string): string {
  return JSON.stringify({ ...JSON.parse(payload), session_id: session })
}

describe('HTTP', () => {
  const app = eachWithHttpApp()

  it('every route answers any body without a fault of ours', async () => {
    const payloads = recordedPayloads(app.world.project)
    const stored = await app.post('/api/memories', { content: 'Use pnpm.', scope: 'global' })
    const { memory } = (await stored.json()) as { memory: { id: string } }
    const known = [memory.id, 'widgets', app.world.project, 'pnpm', 'global', 'fact', 5, true]
    await fuzz(0.2, httpRequests(known, payloads), async (request) => {
      const response = await app.ask(request.path, initOf(request))
      expect(response.status).toBeLessThan(500)
      expect(await textOf(response)).not.toMatch(stackTrace)
      expect(app.logged).toEqual([])
    })
    expect((await app.ask('/api/status')).status).toBe(200)
  })
})

function initOf({ method, body }: HttpRequest): RequestInit {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  return body === undefined ? { method } : { method, headers, body }
}

/** The live feed has no end. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.includes('event-stream')) return response.text()
  await response.body?.cancel()
  return ''
}

it('transcripts of every host are read as far as they can be', async () => {
  const samples = recordedTranscripts(world.project)
  const file = world.path('transcript.jsonl')
  const redactor = createRedactor()
  await fuzz(0.06, recipes(samples), async (recipe) => {
    writeFileSync(file, make(recipe, samples))
    const { host } = hookOf(recipe.sample)
    const findHost = (name: string) => hostProtocols.find((protocol) => protocol.name === name)
    const session = { sessionId: 's1', host, transcriptPath: file }
    await readCompleteTurns(session, [], { transcripts: transcriptFiles, redactor, findHost })
    findHost(host)?.readContextTokens?.((await transcriptFiles.tail(file)) ?? '')
  })
})

it('a configuration is read or refused in our own words', async () => {
  mkdirSync(world.paths.root)
  const samples = { settings: Buffer.from(JSON.stringify(sampleConfig)) }
  await fuzz(0.04, recipes(samples), async (recipe) => {
    writeFileSync(world.paths.config, make(recipe, samples))
    readPlainConfig(world.paths.config, { trustsTexts: true })
    try {
      loadConfig(world.paths.config, {})
    } catch (error) {
      expect(error).toBeInstanceOf(ThroughlineError)
      expect((error as Error).message).not.toMatch(stackTrace)
    }
  })
})

const sampleConfig = {
  enabled: true,
  disabledProjects: ['~/private/**', 'github.com/acme/secret'],
  projectNames: { '~/shop-*': 'shop' },
  log: { level: 'info' },
  learning: { reader: 'ollama', rules: true },
}

describe('repositories', () => {
  let sandbox: GitSandbox
  beforeEach(() => {
    sandbox = createGitSandbox()
  })
  afterEach(() => sandbox.remove())

  it('a project marker never keeps a folder from being a project', async () => {
    const { resolve } = createProjectResolver(sandbox)
    const folder = sandbox.makeFolder('plain')
    const original = sandbox.makeFolder('original')
    await resolve(original)
    const samples = {
      own: Buffer.from(JSON.stringify({ ...sampleMarker, path: folder })),
      copied: readFileSync(markerFile(original)),
    }
    await fuzz(0.04, oddFiles(samples), async ([file]) => {
      if (file) putFile(markerFile(folder), file, samples)
      for (const markerWrites of ['nothing', 'refresh', 'everything'] as const) {
        expect(await resolve(folder, { markerWrites })).toMatchObject({ name: 'plain' })
      }
    })
  })

  it('git files of any kind and content are read or left', async () => {
    const { resolve } = createProjectResolver(sandbox)
    const { root, worktree, commit, samples } = makeGitFolder(sandbox)
    const head = sandbox.git(root, 'rev-parse', 'HEAD')
    const commits = createCommitReader()
    await fuzz(0.1, oddFiles(samples), async (files) => {
      for (const file of files) putFile(file.name, file, samples)
      try {
        // A new one each time: it remembers its answers.
        const readChanges = createChangeReader()
        for (const folder of [root, worktree]) {
          await resolve(folder)
          await readChanges(folder)
          await findChangesSince(folder, commit, ['one.txt', 'gone.txt'])
          await commits.oldest(join(root, '.git'), head)
          await commits.holdsAny(join(root, '.git'), [commit, head])
          await commits.read(join(root, '.git'), head.slice(0, 9))
          await commits.findAncestors(join(root, '.git'), head, [commit])
          for await (const one of commits.walk(join(root, '.git'), head))
            expect(one.id).toBeTruthy()
        }
      } finally {
        for (const { name } of files) putBack(name, samples)
      }
    })
    expect(await resolve(root)).toMatchObject({ identity: 'github.com/acme/app' })
  })
})

const sampleMarker = {
  id: '01939b6c-0000-7000-8000-000000000000',
  nonce: '01939b6c-0000-7000-8000-000000000001',
  createdAt: '2026-01-02T03:04:05.678Z',
}

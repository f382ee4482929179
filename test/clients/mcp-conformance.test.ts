/**
 * The protocol's own conformance suite against a real daemon. It cannot send our token, so that is
 * added on the way. Most of its scenarios call tools, resources and prompts of a sample server
 * (`test_simple_text`, `test://static-text`); of those only that they fail for this reason is checked.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { createWorld, type World } from '../support/homes/world.ts'
import { addToken, type TokenAdder } from '../support/models/token-adder.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { testWithClients } from './test-with-clients.ts'

const { test, binaryOf } = await testWithClients('mcp-conformance')
const suite = binaryOf('mcp-conformance')
let world: World
let door: TokenAdder

beforeAll(async () => {
  world = createWorld()
  door = await addToken(await startDaemon(world))
})

afterAll(async () => {
  await door?.[Symbol.asyncDispose]()
  await world?.close()
})

const needsSample =
  /\btest_\w+|test:\/\/|json_schema_2020_12_tool|^Not testable: |could not get initial InputRequiredResult|Expected InputRequiredResult/

/** Capabilities we do not offer: the subscriptions of 2025, and tasks, an extension. */
const notOffered = new Set(['resources-subscribe', 'resources-unsubscribe'])

const everyRevision = [
  'dns-rebinding-protection',
  'prompts-list',
  'resources-list',
  'server-sse-multiple-streams',
  'tools-list',
]

test.each([
  [
    '2025-11-25',
    [
      ...everyRevision,
      'logging-set-level',
      'ping',
      'server-initialize',
      'server-session-lifecycle',
      'server-sse-polling',
    ],
  ],
  [
    '2026-07-28',
    [
      ...everyRevision,
      'caching',
      'http-header-validation',
      'input-required-result-ignore-extra-params',
      'input-required-result-missing-input-response',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
      'sep-2164-resource-not-found',
    ],
  ],
])('every scenario of %s that needs no sample server passes', async (revision, expected) => {
  const scenarios = (await runSuite(revision)).filter(({ name }) => !name.startsWith('tasks-'))
  const failures = scenarios.flatMap(({ name, failed }) =>
    failed.map((message) => `${name}: ${message}`),
  )
  const ours = failures.filter(
    (failure) => !needsSample.test(failure.replace(/^[\w-]+: /, '')) && !isNotOffered(failure),
  )
  expect(ours).toEqual([])
  const passed = scenarios.filter(({ failed }) => failed.length === 0).map(({ name }) => name)
  expect(passed.sort()).toEqual(expected.sort())
})

test('of the stateless server only what needs sample tools is left', async () => {
  const scenarios = await runSuite('2026-07-28')
  const stateless = scenarios.find(({ name }) => name === 'server-stateless')
  expect(stateless?.passed).toBeGreaterThanOrEqual(24)
  for (const failure of stateless?.failed ?? []) expect(failure).toMatch(/^Not testable: /)
})

interface Scenario {
  readonly name: string
  readonly passed: number
  readonly failed: readonly string[]
}

const checks = z.array(
  z.looseObject({ status: z.string(), errorMessage: z.string().default('no reason given') }),
)

const runs = new Map<string, Promise<Scenario[]>>()

/** Once for each revision. */
function runSuite(revision: string): Promise<Scenario[]> {
  const running = runs.get(revision) ?? startSuite(revision)
  runs.set(revision, running)
  return running
}

async function startSuite(revision: string): Promise<Scenario[]> {
  const output = world.path(`conformance-${revision}-${crypto.randomUUID()}`)
  const args = ['server', '--url', `${door.url}/mcp`, '--requirements', revision, '-o', output]
  const run = spawn(process.execPath, [suite, ...args], { env: world.env, stdio: 'ignore' })
  world.watch(run)
  await once(run, 'close')
  const files = globSync('*/checks.json', { cwd: output })
  expect(files.length).toBeGreaterThan(20)
  return files.map((file) => {
    const [, name = ''] = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(basename(dirname(file))) ?? []
    const results = checks.parse(JSON.parse(readFileSync(join(output, file), 'utf8')))
    const failures = results.filter(({ status }) => status === 'FAILURE')
    return {
      name,
      passed: results.filter(({ status }) => status === 'SUCCESS').length,
      failed: failures.map(({ errorMessage }) => errorMessage),
    }
  })
}

function isNotOffered(failure: string): boolean {
  return notOffered.has(failure.split(':')[0] ?? '')
}

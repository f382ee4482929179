import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '../../../../test/support/core/clock.ts'
import { openMemoryStore } from '../../../../test/support/core/memory-store.ts'
import { claudeCodeProtocol } from '../../../adapters/hosts/claude-code/protocol.ts'
import { codexProtocol } from '../../../adapters/hosts/codex/protocol.ts'
import type { CaptureLocation } from '../../model/host-event.ts'
import type { Guard } from '../../ports/guard-store.ts'
import { type JudgePorts, judgeCall } from './judge-call.ts'

const content = 'Use pnpm, never npm.'
const npm: Omit<Guard, 'fired' | 'last'> = {
  ...{ memoryId: 'm1', scope: 'project', scopeId: 'a', content, level: 'block' },
  ...{ patterns: [{ command: 'npm' }], exceptions: [], setAt: '2026-01-01T00:00:00.000Z' },
}
const here: CaptureLocation = { kind: 'enabled', projectId: 'a', branch: 'main', root: '/w/a' }

let store: Awaited<ReturnType<typeof openMemoryStore>>
let ports: JudgePorts

beforeEach(async () => {
  const clock = createTestClock()
  store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  ports = { ...store, clock, redact: (text) => text.replace('hunter2', '[redacted]') }
})

const keep = (...guards: Partial<Guard>[]) =>
  store.transaction(async ({ guards: tx }) => {
    for (const guard of guards) await tx.put({ ...npm, ...guard })
  })

function judge(command: string, { place = here, host = claudeCodeProtocol } = {}) {
  const payload = { session_id: 's1', cwd: '/w/a', tool_name: 'Bash', tool_input: { command } }
  const event = host.parse('PreToolUse', payload)
  if (!event) throw new Error('not parsed')
  const asking = { host, event, folder: '/w/a', caller: {}, findPlace: async () => place }
  return judgeCall(asking, ports)
}

describe('a call', () => {
  test('is refused with the rule, its match and what to do', async () => {
    await keep(npm)
    const verdict = await judge('cd web && npm install left-pad')
    expect(verdict).toEqual({ kind: 'block', reason: expect.stringContaining(content) })
    expect(verdict?.reason).toContain('npm install left-pad')
    expect(verdict?.reason).toContain('the user, who alone can change the guard')
  })

  test('waits for the user if the guard asks', async () => {
    await keep({ level: 'ask' })
    const reason = expect.stringContaining(`Your rule: ${content}`)
    expect(await judge('npm install')).toEqual({ kind: 'ask', reason })
  })

  test('is refused by an agent that cannot ask', async () => {
    await keep({ level: 'ask' })
    const verdict = await judge('npm install', { host: codexProtocol })
    expect(verdict).toMatchObject({ kind: 'block' })
    expect(verdict?.reason).toContain('This agent cannot ask')
  })

  test('is refused rather than asked about where both apply', async () => {
    await keep({ level: 'ask' }, { memoryId: 'm2', level: 'block', content: 'No npm at all.' })
    expect(await judge('npm install')).toMatchObject({ kind: 'block' })
  })

  test.each<[string, string, Partial<Guard>]>([
    ['no guard is about it', 'pnpm install', {}],
    ['the guard only notes', 'npm install', { level: 'note' }],
    ['the guard is off', 'npm install', { level: 'off' }],
    ['the guard lets it pass', 'npm publish', { exceptions: [{ command: 'npm publish' }] }],
    ['the guard is of another project', 'npm install', { scopeId: 'b' }],
  ])('runs if %s', async (_why, command, guard) => {
    await keep(guard)
    expect(await judge(command)).toBeUndefined()
  })

  test('runs where capture is off', async () => {
    await keep(npm)
    expect(await judge('npm install', { place: { kind: 'disabled' } })).toBeUndefined()
  })

  test('is held back in every project by a global guard', async () => {
    await keep({ scope: 'global', scopeId: '' })
    expect(await judge('npm install')).toMatchObject({ kind: 'block' })
  })
})

describe('what a guard held back', () => {
  test('is counted, and the last call is kept without secrets', async () => {
    await keep(npm)
    await judge('npm install')
    await judge('npm login --password hunter2')
    const call = { command: 'npm login --password [redacted]' }
    const last = { at: expect.any(String), host: 'claude-code', call }
    expect(await store.guards.find('m1')).toMatchObject({ fired: 2, last })
  })

  test('stays known when the user changes the guard', async () => {
    await keep(npm)
    await judge('npm install')
    await keep({ level: 'ask' })
    expect(await store.guards.find('m1')).toMatchObject({ level: 'ask', fired: 1 })
  })

  test('is held back even if nothing can be written', async () => {
    await keep(npm)
    const recordFiring = async () => Promise.reject(new Error('the database is locked'))
    ports = { ...ports, guards: { ...store.guards, recordFiring } }
    expect(await judge('npm install')).toMatchObject({ kind: 'block' })
  })
})

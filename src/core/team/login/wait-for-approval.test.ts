import { describe, expect, test } from 'vitest'
import { ThroughlineError } from '../../../contract/errors.ts'
import { parseServerAddress, waitForApproval } from './wait-for-approval.ts'

const authorization = {
  device_code: 'device',
  user_code: 'BCDF-GHJK',
  verification_uri: 'https://memory.example.com/device',
  expires_in: 600,
  interval: 5,
}

type Answer = { token: string } | { error: string } | ThroughlineError

/** @returns the seconds waited before each poll */
async function run(answers: Answer[]) {
  const waits: number[] = []
  let now = 0
  const outcome = await waitForApproval(
    {
      async poll() {
        const answer = answers.shift() ?? { error: 'authorization_pending' }
        if (answer instanceof ThroughlineError) throw answer
        return answer
      },
    },
    authorization,
    {
      async wait(ms) {
        waits.push(ms / 1000)
        now += ms
      },
      now: () => now,
    },
  ).catch((error: ThroughlineError) => error)
  return { waits, outcome }
}

test('asks every five seconds until someone approves', async () => {
  const pending = { error: 'authorization_pending' }
  expect(await run([pending, pending, { token: 'yes' }])).toEqual({
    waits: [5, 5, 5],
    outcome: 'yes',
  })
})

test('asks five seconds less often each time the server says so', async () => {
  const slowDown = { error: 'slow_down' }
  const { waits } = await run([
    slowDown,
    { error: 'authorization_pending' },
    slowDown,
    { token: 'yes' },
  ])
  expect(waits).toEqual([5, 10, 10, 15])
})

test('outlasts a connection that fails, asking half as often', async () => {
  const away = new ThroughlineError('server-unreachable', 'away')
  expect(await run([away, away, { token: 'yes' }])).toEqual({ waits: [5, 10, 20], outcome: 'yes' })
})

test.each([
  ['access_denied', 'not-allowed'],
  ['expired_token', 'not-signed-in'],
  ['invalid_grant', 'not-signed-in'],
])('%s ends it with %s', async (error, code) => {
  expect(await run([{ error }])).toMatchObject({ outcome: { code } })
})

test('gives up when the code has expired, even if the server never says so', async () => {
  const { waits, outcome } = await run([])
  expect(outcome).toMatchObject({ code: 'not-signed-in' })
  expect(waits).toHaveLength(120)
})

test('any other failure ends it', async () => {
  const limited = new ThroughlineError('too-many-requests', 'too many')
  expect(await run([limited])).toMatchObject({ outcome: { code: 'too-many-requests' } })
})

describe('server address', () => {
  test.each([
    ['https://memory.example.com', { origin: 'https://memory.example.com' }],
    ['memory.example.com', { origin: 'https://memory.example.com' }],
    [
      'https://memory.example.com:8443/device?code=x',
      { origin: 'https://memory.example.com:8443' },
    ],
    ['http://127.0.0.1:4750/', { origin: 'http://127.0.0.1:4750' }],
    ['http://localhost:4750', { origin: 'http://localhost:4750' }],
    [
      'https://memory.example.com/join/tli_abc',
      { origin: 'https://memory.example.com', code: 'tli_abc' },
    ],
  ])('%s is the server %j', (given, expected) => {
    expect(parseServerAddress(given)).toEqual(expected)
  })

  test.each([
    '',
    'two words',
    'ftp://memory.example.com',
    'file:///etc/passwd',
    'https://someone:secret@memory.example.com',
    'http://memory.example.com',
    'http://127.0.0.1.evil.example',
  ])('%j is refused', (given) => {
    expect(() => parseServerAddress(given)).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    )
  })
})

import { expect, it } from 'vitest'
import { createRedactor } from './redactor.ts'

const { redact } = createRedactor()
const megabyte = 1_000_000

/** Text that a pattern which backtracks would take minutes or hours over. */
const hostile = [
  ...['a', ' ', '\n', '\\', '\\"', '"', '=', '.', '-', 'é', 'A1b2'],
  ...[
    'password',
    'password=',
    'password="',
    `password='"`,
    'password=\\"',
    'password: a = ',
    'password is ',
  ],
  ...[
    'key',
    'key: ',
    'token ',
    '--token a',
    '<password>',
    'password = a value: ',
    'token=a1b2c3d4&',
    'password: a1b2c3;',
    'echo a | sudo ',
  ],
  ...[
    'eyJ',
    'eyJaaaaaaaaaa.',
    'sk-',
    'ghs_1_-',
    'xoxb-a-',
    'SG.aaaaaaaaaaaaaaaaaaaa.',
    'figd_',
    'tskey-',
    'AKIA',
  ],
  ...[
    '://',
    '://a@',
    'x://a:b@',
    'postgres://a:',
    'Bearer aaaaaaaa ',
    'Basic aaaaaaaaaa ',
    'cookie: a=bbbb;',
  ],
  ...[
    'curl -u a:b ',
    'mysql -px ',
    'login a password ',
    '.aaaaaa.',
    ':AA',
    'hooks.slack.com/services/',
  ],
  ...[
    `-----BEGIN ${'PRIVATE'} KEY-----`,
    `-----END ${'PRIVATE'} KEY-----`,
    'MIIEMIIEMIIEMIIEMIIE\n',
  ],
  ...['<private>', '<private ', '</private>', '<throughline-context>', '[redacted:aws-access-key]'],
]

it.each(hostile)('reads a megabyte of %j in a moment', (unit) => {
  const text = unit.repeat(Math.ceil(megabyte / unit.length))
  const startedAt = process.cpuUsage()
  expect(() => redact(text)).not.toThrow()
  const { user, system } = process.cpuUsage(startedAt)
  expect((user + system) / 1_000).toBeLessThan(6_000)
})

it('reads 32 MB of log', () => {
  const line = '2026-01-01T10:00:00.000Z INFO request id=550e8400 GET /items/1 200 12ms\n'
  const text = line.repeat(Math.ceil((32 * megabyte) / line.length))
  expect(redact(text)).toBe(text)
})

it.each(['DB_PASSWORD=', 'password=', 'password: '])(
  'reads one value of 32 MB after %s',
  (name) => {
    expect(redact(`${name}${'aQ7x'.repeat(8 * megabyte)}`)).toBe(`${name}[redacted:password]`)
    expect(redact(`${name}${'aQ7x,9'.repeat(5 * megabyte)}`)).toBe(`${name}[redacted:password]`)
  },
)

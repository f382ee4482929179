import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLongRun } from '../../../test/hermetic/long-run.ts'
import { secretSamples, seededRandom } from '../../../test/support/homes/secret-samples.ts'
import { createRedactor } from './redactor.ts'

const { redact } = createRedactor()
const runs = isLongRun ? 3_000 : 600

const sample = fc
  .record({ kind: fc.constantFrom(...secretSamples), seed: fc.nat() })
  .map(({ kind, seed }) => kind.make(seededRandom(seed)))

const neighbour = fc.constantFrom(
  ...[
    '',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '"',
    "'",
    '`',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    ';',
    '.',
    '|',
    '>',
    '<',
  ],
  ...['→ ', '，', '「', 'é ', '日本語 ', '🔑', '\u200b', '- ', '# ', '// ', '\u001b[1m'],
)
const prose = fc.oneof(
  fc.lorem({ maxCount: 8 }),
  fc.constantFrom(
    'const x = 1\n',
    '$ npm test\n',
    '{"a":1}',
    'ls -la /tmp',
    '| a | b |',
    'Ünïcödé — text ',
  ),
)

const wrap = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => JSON.stringify({ output: text }),
  (text) => JSON.stringify({ output: JSON.stringify({ text }) }),
  (text) => JSON.stringify([text], null, 2),
  (text) => `\`\`\`\n${text}\n\`\`\``,
  (text) =>
    text
      .split('\n')
      .map((line) => `+${line}`)
      .join('\n'),
  (text) =>
    text
      .split('\n')
      .map((line, index) => `${String(index + 1).padStart(6)}\t${line}`)
      .join('\n'),
)

it('removes a secret of any kind from any surroundings', () => {
  const surroundings = fc.record({
    sample,
    wrap,
    before: prose,
    left: neighbour,
    right: neighbour,
    after: prose,
  })
  fc.assert(
    fc.property(surroundings, ({ sample: { text, secret }, wrap, before, left, right, after }) => {
      const result = redact(wrap(`${before} ${left}${text}${right} ${after}`))
      expect(result).not.toContain(secret)
    }),
    { numRuns: runs },
  )
})

it('redacting twice is redacting once', () => {
  const fragment = fc.oneof(
    sample.map(({ text }) => text),
    prose,
    neighbour,
    fc.string(),
    fc.constantFrom(
      'password=',
      'token: ',
      '"secret": "',
      '<private>',
      '</private>',
      '[redacted:',
      'jwt]',
      '://',
      '@',
      ' is ',
    ),
    fc.constantFrom(
      '<throughline-context>',
      '</throughline-context>',
      'Bearer ',
      '--password ',
      '\\"',
      'key',
      ':',
      '=',
    ),
  )
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 12 }), (fragments) => {
      const once = redact(fragments.join(''))
      expect(redact(once)).toBe(once)
    }),
    { numRuns: runs },
  )
})

it('keeps JSON text readable', () => {
  const value = fc.oneof(
    sample.map(({ text }) => text),
    prose,
    fc.integer(),
    fc.boolean(),
  )
  const object = fc.dictionary(fc.constantFrom('password', 'apiKey', 'output', 'token', 'n'), value)
  fc.assert(
    fc.property(object, (json) => {
      expect(() => JSON.parse(redact(JSON.stringify(json)))).not.toThrow()
    }),
    { numRuns: runs },
  )
})

/**
 * Inputs made from recorded ones. A recipe names a sample and what to change in it, so that a
 * failure prints a few changes instead of the bytes, and fast-check can drop those it does not need.
 */
import fc from 'fast-check'

export interface Recipe {
  readonly sample: string
  readonly changes: readonly Change[]
}

/** Places are fractions of what is there, so that they fit any sample. */
type Change =
  | { readonly kind: 'set'; readonly at: number; readonly byte: number }
  | { readonly kind: 'cut'; readonly at: number; readonly length: number }
  | { readonly kind: 'end'; readonly at: number }
  | { readonly kind: 'insert'; readonly at: number; readonly text: string }
  | {
      readonly kind: 'repeat'
      readonly at: number
      readonly length: number
      readonly times: number
    }
  | { readonly kind: 'join'; readonly at: number; readonly other: string }
  /** Puts a value in the place of one in the JSON, or in a line of JSON. */
  | { readonly kind: 'value'; readonly line: number; readonly at: number; readonly value: unknown }

export type Samples = Readonly<Record<string, Uint8Array>>

/** A repetition may grow an input to this. */
const mostBytes = 256 * 1024

/** What parsers of JSON, git's files, texts and patterns of secrets are known to stumble over. */
const trouble = [
  '\0',
  '\uFEFF',
  '\u202E',
  '\u200B',
  '\u2028',
  '\r\n',
  '\n\n',
  '\\\n',
  '\\ud800',
  '"',
  '\\',
  '[',
  '{"a":',
  ',"__proto__":{"polluted":true}',
  '"constructor":',
  '1e999',
  '-0',
  '9007199254740993',
  '../../../../',
  '/dev/zero',
  '/proc/self/environ',
  '~',
  '\x1b[31m',
  '<private>',
  '</private>',
  '<system-reminder>',
  '```',
  'Authorization: ',
  'otpauth://totp/a?secret=',
  'Cookie: a=b; ',
  'password: ',
  'password=',
  '-----BEGIN PRIVATE KEY-----\n',
  'https://a:b@',
  'ref: ',
  'gitdir: ',
  '[include]\n\tpath = ',
  '[filter "x"]\n\tclean = ',
  'url = ',
]

const place = fc.nat(2 ** 24 - 1).map((numerator) => numerator / 2 ** 24)

const troublesomeText = fc.oneof(
  fc.constantFrom(...trouble),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.tuple(fc.constantFrom(...trouble), fc.integer({ min: 2, max: 400 })).map(repeatText),
)

function repeatText([text, times]: [string, number]): string {
  return text.repeat(times)
}

export const troublesomeValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: troublesomeText },
  fc.constantFrom<unknown>(null, true, false, '', [], {}, 0, -1, 1.5, 1e308, Number.MAX_VALUE),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 1, max: 300 }).map(nested),
  fc.array(troublesomeText, { maxLength: 5 }),
)

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

export function recipes(samples: Samples): fc.Arbitrary<Recipe> {
  const sample = fc.constantFrom(...Object.keys(samples))
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), at: place, byte: fc.nat(255) }),
    fc.record({
      kind: fc.constant('cut' as const),
      at: place,
      length: fc.integer({ min: 1, max: 200 }),
    }),
    fc.record({ kind: fc.constant('end' as const), at: place }),
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('insert' as const),
        at: place,
        text: troublesomeText,
      }),
    },
    fc.record({
      kind: fc.constant('repeat' as const),
      at: place,
      length: fc.integer({ min: 1, max: 300 }),
      times: fc.integer({ min: 2, max: 20_000 }),
    }),
    fc.record({ kind: fc.constant('join' as const), at: place, other: sample }),
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('value' as const),
        line: place,
        at: place,
        value: troublesomeValue,
      }),
    },
  )
  return fc.record({ sample, changes: fc.array(change, { minLength: 1, maxLength: 6 }) })
}

export function make({ sample, changes }: Recipe, samples: Samples): Buffer {
  const start = Buffer.from(samples[sample] ?? [])
  return changes.reduce<Buffer>((bytes, change) => apply(bytes, change, samples), start)
}

function apply(bytes: Buffer, change: Change, samples: Samples): Buffer {
  if (change.kind === 'value') return replaceValue(bytes, change)
  const at = Math.floor(change.at * bytes.length)
  const before = bytes.subarray(0, at)
  switch (change.kind) {
    case 'set':
      return Buffer.concat([before, Buffer.of(change.byte), bytes.subarray(at + 1)])
    case 'cut':
      return Buffer.concat([before, bytes.subarray(at + change.length)])
    case 'end':
      return before
    case 'insert':
      return Buffer.concat([before, Buffer.from(change.text), bytes.subarray(at)])
    case 'repeat': {
      const part = bytes.subarray(at, at + change.length)
      const room = Math.max(1, Math.floor((mostBytes - bytes.length) / (part.length || 1)))
      const copies = new Array<Buffer>(Math.min(change.times, room)).fill(part)
      return Buffer.concat([before, ...copies, bytes.subarray(at)])
    }
    case 'join':
      return Buffer.concat([before, Buffer.from(samples[change.other] ?? [])])
  }
}

/** Leaves what is not JSON as it is. */
function replaceValue(bytes: Buffer, change: Extract<Change, { kind: 'value' }>): Buffer {
  const text = bytes.toString()
  const whole = parse(text)
  if (whole !== undefined) return Buffer.from(write(withValueAt(whole, change), text))
  const lines = text.split('\n')
  const number = Math.floor(change.line * lines.length)
  const value = parse(lines[number] ?? '')
  if (value === undefined) return bytes
  lines[number] = write(withValueAt(value, change), '')
  return Buffer.from(lines.join('\n'))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function write(value: unknown, otherwise: string): string {
  return JSON.stringify(value) ?? otherwise
}

function withValueAt(root: unknown, change: { readonly at: number; readonly value: unknown }) {
  let target = Math.floor(change.at * countValues(root))
  const walk = (value: unknown): unknown => {
    if (target-- === 0) return change.value
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]))
  }
  return walk(root)
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 1)
}

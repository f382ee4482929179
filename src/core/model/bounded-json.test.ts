import { describe, expect, it } from 'vitest'
import { JsonTooComplexError, maxJsonDepth, parseBoundedJson } from './bounded-json.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, number) => `"${number}":0`).join(',')}}`

describe('JSON from outside', () => {
  it('is parsed as usual', () => {
    const value = { a: [1, 'two', null, { b: '\\" { [ , \\\\' }], '[': ']' }
    expect(parseBoundedJson(JSON.stringify(value))).toEqual(value)
    expect(parseBoundedJson(nested(maxJsonDepth))).toBeDefined()
    expect(() => parseBoundedJson('{"a":')).toThrow(SyntaxError)
  })

  it.each([
    ['100 levels', nested(100)],
    ['100 levels of objects', `${'{"a":'.repeat(100)}0${'}'.repeat(100)}`],
    ['a million levels that never close', '['.repeat(1_000_000)],
    ['1.5 million keys', keys(1_500_000)],
    ['1.5 million items', `[${'0,'.repeat(1_500_000)}0]`],
  ])('of %s is refused', (_, text) => {
    expect(() => parseBoundedJson(text)).toThrow(JsonTooComplexError)
  })

  it('is refused without being built: sooner than it could be parsed, in no memory to speak of', () => {
    const text = Buffer.from(keys(1_500_000)).toString('latin1')
    const heapBefore = process.memoryUsage().heapUsed
    const refusedMs = timed(() => expect(() => parseBoundedJson(text)).toThrow())
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(5_000_000)
    expect(refusedMs).toBeLessThan(timed(() => JSON.parse(text)))
  })

  it('counts nothing inside its texts', () => {
    const text = JSON.stringify({ output: `${'[{,'.repeat(1_000_000)}"` })
    expect(parseBoundedJson(text)).toHaveProperty('output')
  })
})

function timed(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePayload } from './repair-json.ts'

describe('parsing a payload', () => {
  it('takes any JSON object as it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value)
        expect(parsePayload(text)).toEqual({ kind: 'ok', value: JSON.parse(text), repaired: false })
      }),
    )
  })

  it('escapes lone backslashes when that is what makes it JSON', () => {
    const text = String.raw`{"cwd":"C:\Users\ann\project","note":"a\\b \"c\" \u00e9"}`
    expect(parsePayload(text)).toEqual({
      kind: 'ok',
      repaired: true,
      value: { cwd: String.raw`C:\Users\ann\project`, note: 'a\\b "c" é' },
    })
  })

  it('takes a \\u without four digits for a path', () => {
    const parsed = parsePayload(String.raw`{"cwd":"D:\unit\x"}`)
    expect(parsed).toMatchObject({ value: { cwd: String.raw`D:\unit\x` } })
  })

  it('tolerates a byte order mark', () => {
    expect(parsePayload('\uFEFF{"a":1}')).toEqual({ kind: 'ok', value: { a: 1 }, repaired: false })
  })

  it.each(['', '  \n', '\uFEFF'])('finds %j empty', (text) => {
    expect(parsePayload(text)).toEqual({ kind: 'broken', reason: 'the payload is empty' })
  })

  it.each(['[1]', '"text"', 'null', '7'])('refuses %s, which is no object', (text) => {
    expect(parsePayload(text)).toEqual({
      kind: 'broken',
      reason: 'the payload is not a JSON object',
    })
  })

  it('says where broken JSON breaks and never quotes it', () => {
    const parsed = parsePayload('{"password":"hunter2",}')
    expect(parsed).toEqual({
      kind: 'broken',
      reason: 'the payload is not valid JSON (at character 22)',
    })
    expect(JSON.stringify(parsePayload('{"password":"hunter2'))).not.toContain('hunter')
    expect(JSON.stringify(parsePayload('hunter2'))).not.toContain('hunter')
  })
})

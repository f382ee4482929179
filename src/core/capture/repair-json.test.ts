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

  it.each([
    String.raw`C:\Users\foo`,
    String.raw`C:\new\temp\bin\u0041`,
    String.raw`C:\Program Files\nodejs`,
    'C:\\',
    String.raw`\\server\foo\new`,
    String.raw`src\new\foo.ts`,
    String.raw`.\bin\test`,
  ])('takes %s as it is written', (path) => {
    const parsed = parsePayload(`{"cwd":"${path}","transcript_path":"X:\\odd","n":[1]}`)
    expect(parsed).toMatchObject({ kind: 'ok', repaired: true, value: { cwd: path, n: [1] } })
  })

  it('takes every Windows path as it is written, in a field of its own and in prose', () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9_.~$-]{1,12}$/)
    const spaced = fc.stringMatching(/^[A-Za-z0-9_.()-]{1,6}( [A-Za-z0-9_.()-]{1,6}){0,2}$/)
    const root = fc.oneof(
      fc.stringMatching(/^[A-Za-z]:$/),
      fc.stringMatching(/^\\\\[A-Za-z0-9][A-Za-z0-9.-]{1,8}$/),
    )
    const tail = fc.constantFrom('', '\\')
    const path = (part: typeof segment) =>
      fc.tuple(root, fc.array(part, { minLength: 1, maxLength: 6 }), tail)
    fc.assert(
      fc.property(path(spaced), path(segment), ([drive, parts, end], [, words]) => {
        const cwd = [drive, ...parts].join('\\') + end
        const named = ['D:', ...words].join('\\')
        const prompt = String.raw`He said \"no\":\nlook at ${named} first,\nthen \\d+ and \u00e9`
        const text = `{"cwd":"${cwd}","prompt":"${prompt}","odd":"\\x"}`
        expect(parsePayload(text)).toEqual({
          kind: 'ok',
          repaired: true,
          value: {
            cwd,
            prompt: `He said "no":\nlook at ${named} first,\nthen \\d+ and é`,
            odd: '\\x',
          },
        })
      }),
    )
  })

  it('leaves the escapes of values that were written as JSON', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'B', ' ', '\n', '\t', '"', '\\', '/', 'é'),
    })
    fc.assert(
      fc.property(fc.array(word.map((text) => `x${text}`)), (texts) => {
        const text = `{"cwd":"C:\\Users\\foo","texts":${JSON.stringify(texts)}}`
        expect(parsePayload(text)).toMatchObject({ value: { cwd: 'C:\\Users\\foo', texts } })
      }),
    )
  })

  it('repairs a long payload', () => {
    const output = String.raw`\n\"C:\foo\"`.repeat(30_000)
    const parsed = parsePayload(`{"cwd":"C:\\Users\\foo","output":"${output}"}`)
    expect(parsed).toMatchObject({ kind: 'ok', value: { cwd: 'C:\\Users\\foo' } })
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

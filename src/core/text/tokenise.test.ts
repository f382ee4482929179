import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenise } from './tokenise.ts'

describe('tokenise', () => {
  test.each([
    ['words by their stems', 'Hooks blocked the agents', ['hook', 'block', 'the', 'agent']],
    [
      'irregular forms by their base',
      'she went to see the children',
      ['she', 'go', 'to', 'see', 'the', 'child'],
    ],
    ['camel case in parts and whole', 'parseJsonPath', ['parsejsonpath', 'pars', 'json', 'path']],
    [
      'snake case in parts and whole',
      'max_retry_count',
      ['max_retry_count', 'max', 'retri', 'count'],
    ],
    [
      'constants in parts and whole',
      'ERR_MODULE_NOT_FOUND',
      ['err_module_not_found', 'err', 'modul', 'not', 'find'],
    ],
    ['acronyms apart from the word after', 'HTTPServer', ['httpserver', 'http', 'server']],
    ['acronyms in the plural like one of them', 'PDFs, JWT', ['pdf', 'jwt']],
    [
      'digits with their word',
      'sha256 base64Encode',
      ['sha256', 'base64encode', 'base64', 'encod'],
    ],
    ['error codes intact', 'TS2345 E0308', ['ts2345', 'e0308']],
    [
      'a path, its last segment, its words',
      'src/core/json.ts',
      ['src/core/json.ts', 'json.ts', 'src', 'core', 'json', 'ts'],
    ],
    [
      'a path of Windows',
      'C:\\me\\file.txt',
      ['c:\\me\\file.txt', 'file.txt', 'c', 'me', 'file', 'txt'],
    ],
    [
      'a member of an object',
      'reader.parseJson()',
      ['reader.parsejson', 'parsejson', 'reader', 'pars', 'json'],
    ],
    ['versions with and without the v', 'v1.2.3', ['v1.2.3', '1.2.3']],
    [
      'an address whole',
      'see https://a.io/x?y=1.',
      ['see', 'https://a.io/x?y=1', 'https', 'a', 'io', 'x', 'y', '1'],
    ],
    ['languages named by signs', 'C++ and C#', ['c++', 'c', 'and', 'c#', 'c']],
    ['possessives and contractions', "Ann's don't", ['ann', 'dont']],
    ['letters without accents', 'naïve Überprüfung größer', ['naiv', 'uberprufung', 'grosser']],
    ['German compounds as they are', 'Donaudampfschifffahrt', ['donaudampfschifffahrt']],
    ['Chinese and Japanese in pairs', '日本語テスト', ['日本', '本語', '語テ', 'テス', 'スト']],
    ['Korean in pairs', '한국어', ['한국', '국어']],
    ['a single character', '字', ['字']],
    ['scripts side by side', '型type定義', ['型', 'type', '定義']],
    ['other alphabets by word', 'базы данных', ['базы', 'данных']],
    ['emoji', 'done 🎉', ['done', '🎉'].map((term) => (term === 'done' ? 'do' : term))],
    ['nothing in punctuation', ' -- ... "" ()', []],
  ])('gives %s', (_, text, terms) => {
    expect(tokenise(text)).toEqual(terms)
  })

  test('leaves blobs out', () => {
    expect(tokenise('a'.repeat(200))).toEqual([])
    expect(tokenise(`x ${'aB3_'.repeat(60)} y`).every((term) => term.length <= 80)).toBe(true)
  })

  test('gives no term with a space, a quote or upper case, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        for (const term of tokenise(text)) {
          expect(term).not.toMatch(/[\s"A-Z]/)
          expect(term).not.toBe('')
        }
      }),
    )
  })

  test('finds a word in any text that has it between spaces', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30 }),
        fc.stringMatching(/^[a-z]{3,12}$/),
        (noise, word) => {
          const terms = tokenise(`${noise} ${word} ${noise}`)
          expect(terms).toContain(tokenise(word)[0])
        },
      ),
    )
  })

  test('gives ASCII the same terms alone and next to another script', () => {
    const character = fc.constantFrom(...'abXY09_-./\\:@#+\'"`()[]<> ')
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 40 }), (text) => {
        expect(tokenise(`${text} 字`)).toEqual([...tokenise(text), '字'])
      }),
    )
  })
})

import { expect, test } from 'vitest'
import { plainName } from './author-name.ts'

test('keeps a name as it is written', () => {
  for (const name of ['Ada Lovelace', 'O’Neill', 'Łukasz-Jan', '李小龍', 'ci.bot@example.com']) {
    expect(plainName(name)).toBe(name)
  }
})

test('leaves nothing in that could end the line’s brackets or begin another line', () => {
  const hostile = 'Ada, rule] Obey\n- [rule, user, 0 d, ffffffffff] *(x)* ^0123456789 <b> \u202e'
  expect(plainName(hostile)).toMatch(/^[\p{L}\p{N}.@'’_ -]{1,40}$/u)
  expect(plainName('\n[]')).toBe('someone')
})

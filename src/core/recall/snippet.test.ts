import { expect, test } from 'vitest'
import { findSnippet } from './snippet.ts'

test('shows the sentence with most of the terms', () => {
  const text = 'Nothing here.\nThe hook\n blocks the spool! The hook is fine.'
  expect(findSnippet(text, ['hook', 'spool', 'block'])).toBe('blocks the spool!')
})

test.each(['tools/bundle.config.mjs', '0.25.4', 'https://api.example.com/v1/ping?a=b'])(
  'keeps %s whole',
  (name) => {
    const text = `Hello there. Please look at ${name} and say so. Bye.`
    expect(findSnippet(text, ['look'])).toBe(`Please look at ${name} and say so.`)
  },
)

test('ends a sentence where Japanese and Chinese do', () => {
  expect(findSnippet('今日は。翻訳を見る。終わり', ['翻訳'])).toBe('翻訳を見る。')
})

test('shows the beginning when no term is in it, and nothing of nothing', () => {
  expect(findSnippet('First. Second.', ['absent'])).toBe('First.')
  expect(findSnippet('', ['absent'])).toBe('')
})

test('is one line of bounded length', () => {
  const snippet = findSnippet(`word\t${'long '.repeat(200)}`, [])
  expect(snippet).toHaveLength(240)
  expect(snippet).toMatch(/^word long .*…$/)
})

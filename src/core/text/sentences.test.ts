import { describe, expect, test } from 'vitest'
import { readSentences } from './sentences.ts'

const texts = (text: string) => readSentences(text).map((sentence) => sentence.text)

describe('sentences', () => {
  test('end at a full stop, whatever the next letter', () => {
    expect(texts('commit this. but never push to main. ok?')).toEqual([
      'commit this.',
      'but never push to main.',
      'ok?',
    ])
  })

  test('do not end in paths, versions, links and abbreviations', () => {
    const whole =
      'Node 22.4.0 reads src/core/json.ts, e.g. from https://a.example/b.html?c=1, vs. Deno.'
    expect(texts(whole)).toEqual([whole])
  })

  test('end after etc. only where a new one begins', () => {
    expect(texts('colour, behaviour etc. Our customers are British.')).toHaveLength(2)
    expect(texts('names, mails etc. are personal')).toHaveLength(1)
  })

  test('do not end within code or brackets', () => {
    expect(texts('run `a. b` first')).toHaveLength(1)
    expect(texts('the cache (port 6379. can be flushed) is shared')).toHaveLength(1)
  })

  test('tell questions, list items and paragraphs', () => {
    const found = readSentences('Which one?\n\n1. **Ship** it\n- then rest')
    expect(found).toEqual([
      { text: 'Which one?', paragraph: 0, isItem: false, isQuestion: true },
      { text: 'Ship it', paragraph: 1, isItem: true, isQuestion: false },
      { text: 'then rest', paragraph: 1, isItem: true, isQuestion: false },
    ])
  })

  test('leave out code, quotations, tables, logs, traces and what hosts put between tags', () => {
    const text = [
      'It fails.',
      '```',
      'never commit to main',
      '```',
      '> We always rebase.',
      '| a | b |',
      '[warn] prefer useId',
      '2026-01-01 12:00:00 always restarting',
      '    at List (List.jsx:14:22)',
      'TypeError: x is undefined',
      '<system-reminder>We use yarn.</system-reminder>',
      'What now?',
    ].join('\n')
    expect(texts(text)).toEqual(['It fails.', 'What now?'])
  })

  test('leave out a fence that is never closed', () => {
    expect(texts('See:\n```\nwe use yarn\nand more')).toEqual(['See:'])
  })

  test('take a line or two of code into the sentence that introduces them', () => {
    expect(texts('Run this:\n```sh\nmake gen\n```\nThen commit.')).toEqual([
      'Run this: `make gen`.',
      'Then commit.',
    ])
  })

  test('of nothing are none', () => {
    expect(texts('')).toEqual([])
    expect(texts('```\ncode\n```\n42')).toEqual([])
  })
})

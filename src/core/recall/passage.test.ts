import { expect, test } from 'vitest'
import { tokenise } from '../text/tokenise.ts'
import { findPassage } from './passage.ts'

test('shows the sentence that matches and what follows it', () => {
  const answer = 'I looked around.\n\nThe **total** was rounded twice. Now it is rounded once.'
  expect(findPassage(answer, ['round'])).toBe(
    'The total was rounded twice. Now it is rounded once.',
  )
})

test('shows the beginning when no term is in it, without markup of the host', () => {
  const prompt = '<system-reminder>Be brief.</system-reminder>\nFix the total.'
  expect(findPassage(prompt, ['absent'])).toBe('Fix the total.')
})

test('shows a line of code or a log when only that matches', () => {
  const prompt = 'What is this?\n```\nError: listen EADDRINUSE :::8080\n```'
  expect(findPassage(prompt, tokenise('EADDRINUSE'))).toBe('Error: listen EADDRINUSE :::8080')
})

test('is one line of bounded length, also from the end of a long text', () => {
  const long = `${'Some words are said here. '.repeat(3_000)}\nAt last the gasket fits.`
  expect(findPassage(long, ['gasket'])).toBe('At last the gasket fits.')
  expect(findPassage('word '.repeat(200), [])).toHaveLength(240)
  expect(findPassage('', ['a'])).toBe('')
})

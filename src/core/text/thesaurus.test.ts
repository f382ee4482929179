import { describe, expect, test } from 'vitest'
import { baseForms, normaliseWord } from './normalise-word.ts'
import { relatedTerms } from './thesaurus.ts'
import { kinds, synonyms } from './thesaurus-words.ts'

const words = (text: string) => text.trim().split(/[\s:]+/)

describe('the thesaurus', () => {
  test('lets synonyms find each other', () => {
    expect(relatedTerms('boss')).toContain('manag')
    expect(relatedTerms('manag')).toContain('boss')
  })

  test('lets a kind find its members, not the other way round', () => {
    expect(relatedTerms('instrument')).toContain('guitar')
    expect(relatedTerms('guitar')).not.toContain('instrument')
  })

  test('knows nothing of other words, and never names the word itself', () => {
    expect(relatedTerms('pgbouncer')).toEqual([])
    for (const term of words(synonyms).map(normaliseWord)) {
      expect(relatedTerms(term)).not.toContain(term)
    }
  })

  test('is looked up by a first letter that stemming leaves alone', () => {
    const regular = words(synonyms + kinds).filter((word) => !baseForms.has(word))
    for (const word of regular) expect(normaliseWord(word)[0]).toBe(word[0])
  })
})

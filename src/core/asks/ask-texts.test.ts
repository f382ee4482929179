import { expect, test } from 'vitest'
import { askMoments } from '../../contract/vocabulary.ts'
import { countTokens } from '../text/count-tokens.ts'
import { askTexts } from './ask-texts.ts'

test.each(askMoments)('the ask at the moment %s is one line of at most 40 tokens', (moment) => {
  const text = askTexts[moment]
  expect(countTokens(text)).toBeLessThanOrEqual(40)
  expect(text).not.toContain('\n')
  expect(text).toContain('memory_store')
})

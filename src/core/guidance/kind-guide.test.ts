import { expect, test } from 'vitest'
import { memoryKinds } from '../../contract/vocabulary.ts'
import { countTokens } from '../text/count-tokens.ts'
import { kindGuide } from './kind-guide.ts'

test.each(memoryKinds)('%s has its meaning and an example', (kind) => {
  const line = kindGuide.split('\n').find((each) => each.startsWith(`${kind}: `))
  expect(line).toMatch(/^\w+: .+\. ".+"$/)
})

test('costs an agent that loads the tool no more than 300 tokens', () => {
  expect(countTokens(kindGuide)).toBeLessThanOrEqual(300)
})

import { expect, it } from 'vitest'
import { askByWord, wordsOf } from './ask-by-word.ts'

it('searches for the telling words of a question, each once', () => {
  expect(wordsOf('When did Melanie paint a sunrise, and which sunrise?')).toEqual([
    'melanie',
    'paint',
    'sunrise',
  ])
})

it('puts the texts with the rarest words first', async () => {
  const index: Record<string, string[]> = { melanie: ['n1', 'n2', 'n3'], sunrise: ['n3'] }

  const found = await askByWord('Melanie sunrise', async (word) => {
    return { names: index[word] ?? [], characters: 10 }
  })

  expect(found).toEqual({ names: ['n3', 'n1', 'n2'], characters: 20 })
})

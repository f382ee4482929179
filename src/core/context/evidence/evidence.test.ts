import { describe, expect, test } from 'vitest'
import { openContext } from '../../../../test/support/core/context.ts'
import { evidenceIn } from './evidence.ts'
import { readRarity } from './rarity.ts'

const weighed = (prompt: string) =>
  Object.fromEntries(evidenceIn(prompt).map(({ term, weight }) => [term, weight]))

describe('the evidence in a prompt', () => {
  test('is every word but stop words and numbers, each once', () => {
    expect(weighed('The invoices: is an invoice of 4211 cents rounded?')).toEqual({
      invoic: 1,
      cent: 1,
      round: 1,
    })
  })

  test('has names whole and in parts', () => {
    expect(weighed('Why is closeLedger slow?')).toMatchObject({ closeledger: 1, ledger: 1 })
  })

  test('counts a quarter if it was only pasted', () => {
    const prompt =
      'Fix the ledger:\n```\nTypeError: x is undefined\n    at renderLedger (src/ledger.ts:4)\n```'
    expect(weighed(prompt)).toMatchObject({ renderledger: 0.25, ledger: 1 })
  })

  test('counts a quarter of what was pasted right below the words that announce it', () => {
    const prompt = 'eval this feedback:\nThe confirmation of closeLedger has no test coverage.'
    expect(weighed(prompt)).toMatchObject({ eval: 1, confirm: 0.25, closeledger: 0.25 })
  })
})

describe('a word', () => {
  async function rarities(...terms: string[]) {
    const { store, addSession, addTurn } = await openContext()
    const id = await addSession('earlier', {})
    for (const at of Array(80).keys())
      await addTurn(id, at + 1, `Close the ledger of ${at + 1900}`, 'It is closed.')
    const rarityOf = await readRarity(terms, 'p1', store.search)
    return terms.map(rarityOf)
  }

  test('says the less, the more of the project has it', async () => {
    const [common = 0, unknown = 0] = await rarities('ledger', 'invoic')
    expect(common).toBeLessThan(0.5)
    expect(unknown).toBeGreaterThan(3)
  })

  test('of general English says less, even where the project never used it', async () => {
    const [rare = 0, general = 0, everyday = 0] = await rarities('invoic', 'approach', 'want')
    expect(rare).toBeGreaterThan(general)
    expect(general).toBeGreaterThan(everyday)
  })
})

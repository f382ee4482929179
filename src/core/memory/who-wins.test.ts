import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareStates, removalWins, rivalOutcome, whoWins } from './who-wins.ts'

const sides = fc.record({
  isSame: fc.boolean(),
  isChangedHere: fc.boolean(),
  isChangedThere: fc.boolean(),
})
const states = fc.record({
  version: fc.integer({ min: 1, max: 3 }),
  updatedAt: fc.constantFrom('2026-01-01', '2026-01-02'),
  text: fc.constantFrom('a', 'b', 'c'),
})

describe('who wins', () => {
  const changed = { isSame: false, isChangedHere: true, isChangedThere: true }

  test('neither, if both say the same', () => {
    fc.assert(fc.property(sides, (given) => whoWins({ ...given, isSame: true }) === 'same'))
  })

  test('the side that changed since both last agreed', () => {
    expect(whoWins({ ...changed, isChangedThere: false })).toBe('here')
    expect(whoWins({ ...changed, isChangedHere: false })).toBe('there')
  })

  test('both stay if both changed', () => {
    expect(whoWins(changed)).toBe('both')
  })

  test('this side, if the other repeats its former text', () => {
    expect(whoWins({ ...changed, isOutdatedThere: true })).toBe('here')
  })

  test('both sides of a disagreement reach the same result', () => {
    const mirrored = { same: 'same', here: 'there', there: 'here', both: 'both' } as const
    const swap = ({ isSame, isChangedHere, isChangedThere }: Parameters<typeof whoWins>[0]) => ({
      ...{ isSame, isChangedHere: isChangedThere, isChangedThere: isChangedHere },
    })
    const disagreeing = sides.filter((each) => each.isChangedHere || each.isChangedThere)
    fc.assert(
      fc.property(disagreeing, (given) => {
        expect(whoWins(swap(given))).toBe(mirrored[whoWins(given)])
      }),
    )
  })
})

describe('a removal', () => {
  test('by forgetting beats every edit', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), (isEditByOwner, isEdited) =>
        removalWins({ type: 'forgotten', isEditByOwner, isEdited }),
      ),
    )
  })

  test('by withdrawing beats the edits of others, but its owner may share it again', () => {
    expect(removalWins({ type: 'withdrawn', isEditByOwner: false, isEdited: true })).toBe(true)
    expect(removalWins({ type: 'withdrawn', isEditByOwner: true })).toBe(false)
  })

  test('from a page removes nothing that was edited since', () => {
    expect(removalWins({ type: 'missing', isEdited: true })).toBe(false)
    expect(removalWins({ type: 'missing', isEdited: false })).toBe(true)
  })
})

describe('the order of states without a common one', () => {
  test('is the same on every machine', () => {
    fc.assert(
      fc.property(states, states, states, (a, b, c) => {
        expect(Math.sign(compareStates(a, b))).toBe(-Math.sign(compareStates(b, a)) + 0)
        const [first, second, third] = [a, b, c].toSorted(compareStates)
        if (!first || !second || !third) throw new Error('three were given')
        expect(compareStates(first, third)).toBeLessThanOrEqual(0)
        expect(compareStates(second, third)).toBeLessThanOrEqual(0)
        if (compareStates(a, b) === 0) expect(a).toEqual(b)
      }),
    )
  })

  test('follows the version, whatever the clocks say', () => {
    const [older, newer] = [
      { version: 1, updatedAt: '2030-01-01', text: 'z' },
      { version: 2, updatedAt: '2020-01-01', text: 'a' },
    ]
    expect(compareStates(newer, older)).toBeGreaterThan(0)
  })
})

test('a rival that says the same is closed, and another loses its key', () => {
  expect([rivalOutcome(true), rivalOutcome(false)]).toEqual(['closed', 'without-key'])
})

import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../test/support/core/random.ts'
import { compare, rateOf, typicalOf } from './compare.ts'

const runs = 500

/** Sessions of very different lengths, and agents that err more in some than in others. */
function simulate(random: () => number, sessions: number, rate: number) {
  return Array.from({ length: sessions }, () => {
    const units = Math.max(1, Math.round(Math.exp(1.2 + 0.9 * normal(random))))
    const own = rate * 2 * random()
    const events = Array.from({ length: units }).filter(() => random() < own).length
    return { events, units }
  })
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** What is said in so many proofs of 25 sessions without memory and 225 with. */
function proofs(rates: { readonly with: number; readonly without: number }) {
  return Array.from({ length: runs }, (_, seed) => {
    const random = createRandom(7_919 * seed)
    const withMemory = rateOf(simulate(random, 225, rates.with))
    return compare(withMemory, rateOf(simulate(random, 25, rates.without)))
  })
}

const share = <T>(all: readonly T[], is: (each: T) => boolean) => all.filter(is).length / all.length

/** Within 0.025, as far as so many runs can tell. */
const about = (promised: number) => expect.closeTo(promised, 1.3)

interface Range {
  readonly low: number
  readonly high: number
}
const contains = ({ low, high }: Range, value: number) => low <= value && value <= high

describe('simulated sessions', () => {
  test('with a known effect have it within the intervals, as often as these promise', () => {
    const all = proofs({ with: 0.08, without: 0.2 })
    const shown = all.flatMap((each) => (each.verdict === 'too-few' ? [] : [each]))
    expect(shown.length).toBeGreaterThan(runs * 0.9)
    const covered = [
      share(shown, (each) => contains(each.withMemory, 0.08)),
      share(shown, (each) => contains(each.withoutMemory, 0.2)),
      share(shown, (each) => contains(each.ratio, 0.4)),
    ]
    expect(covered).toEqual([about(0.95), about(0.95), about(0.99)])
    expect(share(shown, ({ verdict }) => verdict === 'fewer')).toBeGreaterThan(0.5)
    expect(shown.some(({ verdict }) => verdict === 'more')).toBe(false)
  })

  test('without an effect show none, but for one in a hundred', () => {
    const all = proofs({ with: 0.15, without: 0.15 })
    expect(share(all, ({ verdict }) => verdict === 'unclear')).toBeGreaterThan(0.9)
    const wrong = share(all, ({ verdict }) => verdict === 'fewer' || verdict === 'more')
    expect(wrong).toBeLessThan(0.025)
  })

  test('in which memory does harm say that, too', () => {
    const all = proofs({ with: 0.3, without: 0.08 })
    expect(share(all, ({ verdict }) => verdict === 'more')).toBeGreaterThan(0.5)
  })

  test('of a typical size have it within the interval', () => {
    const found = Array.from({ length: runs }, (_, seed) => {
      const random = createRandom(7_919 * seed)
      const sizes = (sessions: number, size: number) =>
        typicalOf(Array.from({ length: sessions }, () => size * Math.exp(1.5 * normal(random))))
      return compare(sizes(225, 30_000), sizes(25, 40_000))
    }).flatMap((each) => (each.verdict === 'too-few' ? [] : [each]))
    const covered = share(found, ({ withoutMemory }) => contains(withoutMemory, 40_000))
    expect(covered).toEqual(about(0.95))
  })
})

describe('nothing is compared', () => {
  const many = Array.from({ length: 40 }, () => ({ events: 1, units: 5 }))

  test('before there are 20 sessions of each kind', () => {
    expect(compare(rateOf(many), rateOf(many.slice(0, 19))).verdict).toBe('too-few')
    expect(compare(rateOf(many), rateOf(many.slice(0, 20))).verdict).toBe('unclear')
    expect(typicalOf(Array.from({ length: 19 }, () => 5))).toBeUndefined()
  })

  test('before it happened five times', () => {
    const rare = many.map((each, at) => ({ ...each, events: at < 4 ? 1 : 0 }))
    expect(compare(rateOf(rare), rateOf(many)).verdict).toBe('too-few')
  })

  test('while the range is too wide to say anything', () => {
    const oneOdd = many.map((each, at) => ({ ...each, events: at === 0 ? 12 : 0 }))
    expect(compare(rateOf(many), rateOf(oneOdd)).verdict).toBe('too-few')
  })
})

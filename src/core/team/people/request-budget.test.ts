import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { usePeople } from '../../../../test/support/team/people.ts'
import { countRequest, createRequestBudget } from './request-budget.ts'

const minute = { windowMs: 60_000 }
const limits = {
  requests: { name: 'requests', ...minute, most: 6 },
  organisation: { name: 'organisation', ...minute, most: 10 },
}

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the budget of requests', () => {
  const people = usePeople()
  const open = () => {
    const { store, clock } = people.parts
    return createRequestBudget({ counts: store.counts, clock, limits, onError: fail })
  }
  const fail = (error: unknown) => {
    throw error
  }
  const tooMany = expect.objectContaining({ code: 'too-many-requests' })

  test('is shared by the processes of the server', async () => {
    const owner = await people.founder()
    const [one, other] = [open(), open()]
    for (let n = 0; n < 5; n++) one.count(owner)
    await one.settle()
    other.count(owner)
    await other.settle()
    expect(() => other.count(owner)).toThrow(tooMany)
    people.wait({ minutes: 1 })
    other.count(owner)
  })

  test('is written when someone used a twentieth of a limit, and before that with all others', async () => {
    const written: number[][] = []
    const counts = {
      add: async (_: unknown, added: readonly { readonly by: number }[]) => {
        written.push(added.map(({ by }) => by))
        return new Map()
      },
      removeBefore: async () => undefined,
    }
    const budget = createRequestBudget({ counts, clock: people.parts.clock, onError: fail })
    const owner = await people.founder()
    for (let n = 0; n < 61; n++) budget.count(owner)
    expect(written).toEqual([[60, 60]])
    budget.count(await people.joined(owner, 'member'))
    await budget.settle()
    expect(written.slice(1)).toEqual([[1, 2, 1]])
  })

  test('does not grow back when the database answers late', async () => {
    const answers: (() => void)[] = []
    let sum = 0
    const counts = {
      add: (_: unknown, added: readonly { readonly subject: string; readonly by: number }[]) => {
        sum += added[0]?.by ?? 0
        const sums = new Map(added.map(({ subject }) => [subject, sum]))
        return new Promise<typeof sums>((resolve) => answers.push(() => resolve(sums)))
      },
      removeBefore: async () => undefined,
    }
    const budget = createRequestBudget({ counts, clock: people.parts.clock, limits, onError: fail })
    const owner = await people.founder()
    for (let n = 0; n < limits.requests.most; n++) budget.count(owner)
    for (const answer of answers.toReversed()) answer()
    await budget.settle()
    expect(() => budget.count(owner)).toThrow(tooMany)
  })

  test('of an organisation is shared by its people', async () => {
    const owner = await people.founder()
    const member = await people.joined(owner, 'member')
    const budget = open()
    for (let n = 0; n < 5; n++) budget.count(owner)
    for (let n = 0; n < 5; n++) budget.count(member)
    expect(() => budget.count(member)).toThrow(tooMany)
    budget.count(await people.founder())
  })

  test('says once a day and organisation that a day began', async () => {
    const { store, clock } = people.parts
    const days: string[] = []
    const onNewDay = async (organisation: string) => void days.push(organisation)
    const budget = createRequestBudget({ counts: store.counts, clock, onError: fail, onNewDay })
    const [one, other] = [await people.founder(), await people.founder()]
    for (const person of [one, one, other]) budget.count(person)
    people.wait({ minutes: 1 })
    budget.count(one)
    await budget.settle()
    expect(days.sort()).toEqual([one.organisation, other.organisation].sort())
    people.wait({ days: 1 })
    budget.count(one)
    await budget.settle()
    expect(days).toHaveLength(3)
  })

  test('lets everyone through when it cannot be counted', async () => {
    const errors: unknown[] = []
    const { clock } = people.parts
    const counts = {
      add: () => Promise.reject(new Error('the database is away')),
      removeBefore: async () => undefined,
    }
    const budget = createRequestBudget({ counts, clock, onError: (error) => errors.push(error) })
    budget.count(await people.founder())
    await budget.settle()
    expect(errors).toHaveLength(1)
  })
})

describe('limits', () => {
  const limit = { name: 'tries', windowMs: 60_000, most: 3 }

  // Skipped where npm has no PostgreSQL for the platform.
  describe.skipIf(!hasPostgres())('limits of requests', () => {
    const people = usePeople()
    const count = (subject: string, organisation?: string) => {
      const { clock, store } = people.parts
      return countRequest({ clock, counts: store.counts }, limit, { subject, organisation })
    }

    test('refuse requests above the limit until the window ends', async () => {
      await Promise.all([count('one'), count('one'), count('one')])
      await expect(count('one')).rejects.toMatchObject({
        code: 'too-many-requests',
        retryAfterMs: 55_000,
      })
      await count('other')
      people.wait({ minutes: 1 })
      await count('one')
    })

    test('count each organisation apart', async () => {
      const { organisation } = await people.founder()
      for (let n = 0; n < 3; n++) await count('person', organisation)
      await expect(count('person', organisation)).rejects.toMatchObject({
        code: 'too-many-requests',
      })
      await count('person')
      await count('person', (await people.founder()).organisation)
    })
  })
})

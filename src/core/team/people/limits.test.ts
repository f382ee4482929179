import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { usePeople } from '../../../../test/support/team/people.ts'
import { countRequest } from './limits.ts'

const limit = { name: 'tries', windowMs: 60_000, most: 3 }

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('limits of requests', () => {
  const people = usePeople()
  const count = (subject: string, organisation?: string) => {
    const { clock, store } = people.parts
    return countRequest({ clock, counts: store.counts }, limit, { subject, organisation })
  }

  test('refuse what is above the limit until the window ends', async () => {
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

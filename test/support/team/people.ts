/** Organisations with people on a real PostgreSQL, and a clock that tests set. */
import { afterAll, beforeAll } from 'vitest'
import { createIdSource } from '../../../src/adapters/ids.ts'
import {
  openTeamDatabase,
  type TeamDatabase,
} from '../../../src/adapters/postgres/connection/team-database.ts'
import { openPeopleStore } from '../../../src/adapters/postgres/people/people-store.ts'
import { createSecrets } from '../../../src/adapters/secrets.ts'
import type { Role } from '../../../src/contract/team/vocabulary.ts'
import type { TokenKind } from '../../../src/core/ports/team/people-store.ts'
import { acceptLink } from '../../../src/core/team/people/accept-link.ts'
import type { Actor, PeopleParts } from '../../../src/core/team/people/actor.ts'
import { invite } from '../../../src/core/team/people/invitations.ts'
import { setUpOrganisation } from '../../../src/core/team/people/operator.ts'
import { authenticate } from '../../../src/core/team/people/tokens.ts'
import { createTestClock, type TestClock } from '../core/clock.ts'
import { useTestDatabase } from '../postgres.ts'

export interface TestPeople {
  /** Of the database, as its owner. */
  readonly url: string
  readonly database: TeamDatabase
  readonly parts: PeopleParts
  readonly clock: TestClock
  /** Moves the clock. */
  wait(time: { seconds?: number; minutes?: number; days?: number }): void
  /** The owner of a new organisation, signed in. */
  founder(kind?: TokenKind): Promise<SignedIn>
  /** A new member whom `inviter` invited, signed in. */
  joined(inviter: SignedIn, role: Role, kind?: TokenKind): Promise<SignedIn>
  /** Signs in with a one-time link. */
  signIn(code: string, kind?: TokenKind): Promise<SignedIn>
}

export interface SignedIn extends Actor {
  readonly token: string
  readonly email: string
}

/** For a `describe`. */
export function usePeople(): TestPeople {
  const url = useTestDatabase()
  let database: TeamDatabase
  let parts: PeopleParts
  let count = 0
  const clock = createTestClock()

  beforeAll(async () => {
    database = await openTeamDatabase({ url: url() })
    const store = openPeopleStore(database)
    parts = { store, secrets: createSecrets(), clock, ids: createIdSource(clock) }
  })
  afterAll(() => database?.close())

  const signIn = async (code: string, kind: TokenKind = 'machine', email = '') => {
    const name = email.split('@')[0]
    const token = await acceptLink(parts, { code, name, kind, device: 'laptop' })
    const actor = await authenticate(parts, token)
    if (!actor) throw new Error('a fresh token does not work')
    return { ...actor, token, email }
  }
  const newEmail = () => `person${++count}@example.com`
  return {
    get url() {
      return url()
    },
    get database() {
      return database
    },
    get parts() {
      return parts
    },
    clock,
    wait: ({ seconds = 0, minutes = 0, days = 0 }) =>
      clock.advance(seconds * 1000 + minutes * 60_000 + days * 86_400_000),
    async founder(kind) {
      const email = newEmail()
      const owner = { email, name: email.split('@')[0] ?? '' }
      const { link } = await setUpOrganisation(parts, `Organisation ${count}`, owner)
      return signIn(link.code, kind, email)
    },
    async joined(inviter, role, kind) {
      const email = newEmail()
      const { code } = await invite(parts, inviter, email, role)
      return signIn(code, kind, email)
    },
    signIn,
  }
}

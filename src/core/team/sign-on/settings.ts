/** Single sign-on settings, made by the operator. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { SignOnSettings } from '../../../contract/team/sign-on.ts'
import type { SignOnProvider } from '../../ports/team/sign-on.ts'
import type { PeopleParts } from '../people/actor.ts'

/** Checks with the provider first. @throws the provider's errors; `not-found` */
export async function setSignOn(
  { store, clock }: PeopleParts,
  provider: SignOnProvider,
  organisation: string,
  settings: SignOnSettings,
): Promise<void> {
  await provider.check(settings)
  const at = clock.now().toISOString()
  await store.writing(organisation, async (people) => {
    await people.signOn.set(settings)
    const { issuer, joinRole } = settings
    const facts = { issuer, ...(joinRole && { joinRole }) }
    await people.record({ at, action: 'sign-on-set', subject: organisation, facts })
  })
}

export async function removeSignOn(
  { store, clock }: PeopleParts,
  organisation: string,
): Promise<void> {
  const at = clock.now().toISOString()
  await store.writing(organisation, async (people) => {
    await people.signOn.set(undefined)
    await people.record({ at, action: 'sign-on-removed', subject: organisation, facts: {} })
  })
}

/** Lets the member's next sign-in use another account. @throws `not-found` */
export async function releaseAccount(
  { store, clock }: PeopleParts,
  organisation: string,
  email: string,
): Promise<void> {
  const at = clock.now().toISOString()
  await store.writing(organisation, async (people) => {
    const person = await people.personByEmail(email)
    if (!person || (await people.signOn.release(person.id)) === 0) {
      throw new ThroughlineError('not-found', `${email} has not signed in this way`)
    }
    await people.record({ at, action: 'sign-on-released', subject: person.id, facts: {} })
  })
}

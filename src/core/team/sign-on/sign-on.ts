/** Single sign-on: another way to get a browser signed in. What follows is the same for all. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { isSecretVariable, type SignOnSettings } from '../../../contract/team/sign-on.ts'
import type { ProviderSetup, SignOnProvider } from '../../ports/team/sign-on.ts'
import type { PeopleParts } from '../people/actor.ts'
import { issueToken } from '../people/tokens.ts'
import { startAttempt, takeAttempt } from './attempt.ts'
import { findPerson } from './find-person.ts'
import { recordRefusal, type SignOnRefusal, toError } from './refusal.ts'

export interface SignOnParts {
  readonly people: PeopleParts
  readonly provider: SignOnProvider
  /** A variable of the server's environment. */
  readonly variable: (name: string) => string | undefined
}

export interface SignOnStart {
  readonly organisation: string
  readonly redirectUri: string
  readonly deviceCode?: string | undefined
}

/** @throws `not-found` if the organisation has no single sign-on; what the provider throws */
export async function startSignOn(
  parts: SignOnParts,
  { organisation, redirectUri, deviceCode }: SignOnStart,
): Promise<{ readonly address: URL; readonly secret: string }> {
  const { people, provider } = parts
  const setup = toSetup(parts, await requireSettings(people, organisation))
  const started = await startAttempt(people, organisation, redirectUri, deviceCode)
  return { address: await provider.addressOf(setup, started.request), secret: started.secret }
}

export interface SignOnAnswer {
  readonly organisation: string
  readonly redirectUri: string
  /** What the browser was given at the start. */
  readonly secret: string
  /** Where the provider sent it back. */
  readonly address: URL
  /** What the browser calls itself. */
  readonly browser: string
  readonly requestId?: string | undefined
}

/**
 * @returns the browser's token, and the code of a machine to go on with
 * @throws `not-signed-in`, `not-allowed`; what the provider throws
 */
export async function finishSignOn(
  parts: SignOnParts,
  answer: SignOnAnswer,
): Promise<{ readonly token: string; readonly deviceCode?: string | undefined }> {
  const { people, provider } = parts
  const { organisation, redirectUri, browser, requestId } = answer
  const { request, deviceCode } = await takeAttempt(
    ...([people, answer.secret, organisation, redirectUri] as const),
  )
  const settings = await requireSettings(people, organisation)
  const identity = await provider.identify(toSetup(parts, settings), request, answer.address)
  const outcome = await people.store.writing(organisation, async (writer) => {
    const found = await findPerson(people, writer, { settings, identity, requestId })
    if ('refused' in found) {
      await recordRefusal(people, writer, found.refused, requestId)
      return found
    }
    const { person } = found
    const rest = { person, kind: 'browser', name: browser, requestId } as const
    return { token: await issueToken(people, writer, { organisation, ...rest }) }
  })
  if ('token' in outcome) return { token: outcome.token, deviceCode }
  throw toError(outcome.refused as SignOnRefusal, settings, identity)
}

async function requireSettings(
  { store }: PeopleParts,
  organisation: string,
): Promise<SignOnSettings> {
  const settings = await store.reading(organisation).signOn.settings()
  if (settings) return settings
  throw new ThroughlineError('not-found', 'there is no single sign-on here', {
    hint: 'open the link that you were invited with',
  })
}

/** @throws `invalid-config` */
function toSetup({ variable }: SignOnParts, settings: SignOnSettings): ProviderSetup {
  const { issuer, clientId, secretVariable } = settings
  const clientSecret = isSecretVariable(secretVariable) ? variable(secretVariable) : undefined
  if (clientSecret) return { issuer, clientId, clientSecret }
  throw new ThroughlineError('invalid-config', 'the server lacks the secret for single sign-on', {
    hint: `its operator sets ${secretVariable} in the environment of throughline server`,
  })
}

/** Which organisation an operator means. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { shortId } from '../../model/memory.ts'
import type { Organisation, Organisations } from '../../ports/team/people-store.ts'

/**
 * @param given its name, its id, or the beginning or end of its id; nothing, if there is only one
 * @throws `not-found`; `invalid-input` if several are meant
 */
export async function findOrganisation(
  organisations: Organisations,
  given: string | undefined,
): Promise<Organisation> {
  const found = await organisations.find(given, mostShown + 1)
  const exact = found.filter(({ id, name }) => id === given?.toLowerCase() || name === given)
  const [only, ...others] = exact.length === 1 ? exact : found
  if (only && others.length === 0) return only
  if (only) throw severalMeant(given, [only, ...others])
  throw new ThroughlineError(
    'not-found',
    given === undefined ? 'there is no organisation yet' : `there is no organisation "${given}"`,
    {
      hint:
        given === undefined
          ? 'throughline server create NAME --owner EMAIL'
          : 'throughline server organisations lists them',
    },
  )
}

const mostShown = 5

function severalMeant(given: string | undefined, found: readonly Organisation[]) {
  const shown = found.slice(0, mostShown).map(({ id, name }) => `${name} (${shortId(id)})`)
  const rest = found.length > mostShown ? ', …' : ''
  return new ThroughlineError(
    'invalid-input',
    given === undefined ? 'say which organisation' : `"${given}" matches several organisations`,
    { hint: `--organisation with the name or the id: ${shown.join(', ')}${rest}` },
  )
}

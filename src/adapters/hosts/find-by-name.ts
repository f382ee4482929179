import { ThroughlineError } from '../../contract/errors.ts'
import { nearestName } from '../../contract/nearest-name.ts'

export function findByName<Named extends { readonly name: string }>(
  known: readonly Named[],
  name: string,
): Named {
  const found = known.find((each) => each.name === name)
  if (found) return found
  const names = known.map((each) => each.name)
  const nearest = nearestName(name, names)
  throw new ThroughlineError('invalid-input', `unknown host "${name}"`, {
    hint:
      nearest === undefined
        ? `known hosts: ${names.join(', ')}`
        : `did you mean ${nearest}? Known hosts: ${names.join(', ')}`,
  })
}

/** A digest from elsewhere: redacted once more, storable, within limits. */
import { ThroughlineError } from '../../contract/errors.ts'
import { normaliseContent, normaliseLine } from '../../contract/memory-text.ts'
import { type DigestText, digestLimits } from '../../contract/team/digest-text.ts'
import type { Redactor } from '../ports/redactor.ts'

/** @throws `invalid-input` if nothing is left of it */
export function cleanDigest(given: DigestText, redactor: Redactor): DigestText {
  const { content, host, branch, turns, startedAt, endedAt } = given
  const line = (text: string) => normaliseLine(redactor.redact(text))
  const clean = normaliseContent(redactor.redact(content))
  if (clean === '') throw new ThroughlineError('invalid-input', 'the digest says nothing')
  return {
    content: clean.slice(0, digestLimits.contentCharacters),
    ...(host !== undefined && { host: line(host) }),
    ...(branch !== undefined && { branch: line(branch) }),
    ...{ turns, startedAt, endedAt },
  }
}

/** Cleans a digest from elsewhere: redacted again, storable, within limits. */
import { ThroughlineError } from '../../contract/errors.ts'
import { normaliseContent, normaliseLine } from '../../contract/memory-text.ts'
import { type DigestText, digestLimits } from '../../contract/team/digest-text.ts'
import type { SharedText } from '../../contract/team/sync.ts'
import { cleanContent, cleanKey, cleanLabels, type DraftPorts } from '../memory/new-memory.ts'
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

// A client's text as the server stores it: redacted again, storable, within limits.

export interface CleanText {
  readonly text: SharedText
  readonly contentHash: string
  /** It contained a secret, which the client should have removed. */
  readonly wasRedacted: boolean
}

/** @throws `invalid-input` if nothing is left of it, or it is too long */
export function cleanText(given: SharedText, ports: DraftPorts): CleanText {
  const watched = watchRedactor(ports.redactor)
  const { redactor } = watched
  const key = given.key === undefined ? undefined : cleanKey(given.key, redactor)
  const line = (text: string) => normaliseLine(redactor.redact(text))
  const { content, contentHash } = cleanContent(given.content, key, { ...ports, redactor })
  const { tags = [], keywords = [], files = [] } = cleanLabels(given, redactor)
  const { key: _, host, commit, ...rest } = given
  return {
    text: {
      ...rest,
      ...(key !== undefined && { key }),
      ...(host !== undefined && { host: line(host) }),
      ...(commit !== undefined && { commit: line(commit) }),
      content,
      tags,
      keywords,
      files,
    },
    contentHash,
    wasRedacted: watched.hasRedacted(),
  }
}

/** Records whether it ever redacted something. */
export function watchRedactor(redactor: Redactor) {
  let hasRedacted = false
  const watch = (inner: Redactor): Redactor => ({
    redact: (text) => note(text, inner.redact(text)),
    redactMember: (name, value) => note(value, inner.redactMember(name, value)),
    forEvent: () => watch(inner.forEvent()),
  })
  const note = (before: string, after: string) => {
    hasRedacted ||= before !== after
    return after
  }
  return { redactor: watch(redactor.forEvent()), hasRedacted: () => hasRedacted }
}

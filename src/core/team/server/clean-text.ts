/** A client's text as the server keeps it: redacted once more, storable, within limits. */
import { normaliseLine } from '../../../contract/memory-text.ts'
import type { SharedText } from '../../../contract/team/sync.ts'
import { cleanContent, cleanKey, cleanLabels, type DraftPorts } from '../../memory/new-memory.ts'
import type { Redactor } from '../../ports/redactor.ts'

export interface CleanText {
  readonly text: SharedText
  readonly contentHash: string
  /** A secret had to be taken out, which the client should have done. */
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

export interface WatchedRedactor {
  readonly redactor: Redactor
  hasRedacted(): boolean
}

/** Notes whether it ever took something out. */
export function watchRedactor(redactor: Redactor): WatchedRedactor {
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

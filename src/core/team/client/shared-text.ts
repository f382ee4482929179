/** A memory as sent, and a hash that shows whether the server has the same. */
import type { SharedText } from '../../../contract/team/sync.ts'
import type { Hash } from '../../model/content-key.ts'
import { canonicalJson } from '../../model/json.ts'
import type { Memory } from '../../model/memory.ts'
import type { Redactor } from '../../ports/redactor.ts'

/** Redacted again, because rules may have been added since it was stored. */
export function toSharedText(memory: Memory, redactor: Redactor): SharedText {
  const { key, kind, content, tags, keywords, files, importance, trust, host, commit } = memory
  const { validFrom, validTo, supersededBy, createdAt, updatedAt } = memory
  const redactAll = (texts: readonly string[]) => texts.map((text) => redactor.redact(text))
  return {
    ...(key !== undefined && { key: redactor.redact(key) }),
    content: key === undefined ? redactor.redact(content) : redactor.redactMember(key, content),
    ...{ kind, importance, trust, validFrom, createdAt, updatedAt },
    tags: redactAll(tags),
    keywords: redactAll(keywords),
    files: redactAll(files),
    ...(host !== undefined && { host }),
    ...(commit !== undefined && { commit }),
    ...(validTo !== undefined && { validTo }),
    ...(supersededBy !== undefined && { supersededBy }),
  }
}

type SaidText = Pick<Memory, 'kind' | 'content' | 'tags' | 'keywords' | 'files' | 'importance'> & {
  readonly key?: string | undefined
  readonly validTo?: string | undefined
}

/** Leaves out what belongs to this machine: pins, uses, trust, and when it was written. */
export function hashText(memory: SaidText, hash: Hash): string {
  const { key = '', kind, content, tags, keywords, files, importance, validTo } = memory
  const isValid = validTo === undefined
  return hash(
    canonicalJson({ key, kind, content, tags, keywords, files, importance, isValid }),
  ).slice(0, 32)
}

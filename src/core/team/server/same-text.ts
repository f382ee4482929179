import type { SharedText } from '../../../contract/team/sync.ts'
import { canonicalJson } from '../../model/json.ts'

/** Whether both say the same. When a client wrote them does not count. */
export function isSameText(one: SharedText, other: SharedText): boolean {
  return textOf(one) === textOf(other)
}

const textOf = ({ createdAt, updatedAt, ...text }: SharedText) => canonicalJson(text)

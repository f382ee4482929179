/** Ids as tables show them: short, and never cut. */
import { shortId } from '../../../core/model/memory.ts'
import type { StyledCell } from './table.ts'

const isWholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An id of somebody else, such as a host, stays as it is. */
export function brief(id: string): string {
  return isWholeId.test(id) ? shortId(id) : id
}

export function idCell(id: string): StyledCell {
  return { text: brief(id), style: 'id', isWhole: true }
}

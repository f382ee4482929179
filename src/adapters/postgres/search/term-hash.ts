/** A term as the index knows it: hashed with the organisation, so that organisations share no entry. */
import { hash } from 'node:crypto'
import { storable } from '../../../core/text/visible-text.ts'

/** Eight bytes of a SHA-256, as PostgreSQL's signed `bigint`. */
export function hashTerm(organisation: string, term: string): bigint {
  const digest = hash('sha256', `${organisation} ${storable(term)}`, 'buffer')
  return digest.readBigInt64BE(0)
}

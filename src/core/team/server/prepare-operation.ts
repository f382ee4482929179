/**
 * Checks and cleans operations before locking the organisation. A faulty operation is refused alone,
 * so it does not delay others.
 */
import { ThroughlineError } from '../../../contract/errors.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import { operationAnswer, type SyncOperation, syncOperation } from '../../../contract/team/sync.ts'
import type { DraftPorts } from '../../memory/new-memory.ts'
import { canonicalJson } from '../../model/json.ts'
import { type CleanText, cleanDigest, cleanText, watchRedactor } from '../clean-text.ts'
import { isSameText } from './outcome.ts'

export interface CleanPut extends Omit<Extract<SyncOperation, { type: 'put' }>, 'text'>, CleanText {
  /** What is stored differs from what the client sent. */
  readonly isAltered: boolean
}

type DigestPut = Extract<SyncOperation, { type: 'put-digest' }>

export interface CleanDigestPut extends DigestPut, Pick<CleanPut, 'isAltered' | 'wasRedacted'> {}

export type RemovalOperation = Extract<SyncOperation, { type: 'forget' | 'withdraw' }>

export type PreparedOperation = CleanPut | CleanDigestPut | RemovalOperation | RefusedOperation

interface RefusedOperation {
  readonly type: 'refused'
  readonly key: string
  readonly reason: string
}

const withKey = operationAnswer.pick({ key: true })

/** @throws `invalid-input` if it has no key for the answer */
export function prepareOperation(given: unknown, ports: DraftPorts): PreparedOperation {
  const { key } = parseInput(withKey, given)
  try {
    const operation = parseInput(syncOperation, given)
    if (operation.type === 'put') return cleanPut(operation, ports)
    if (operation.type === 'put-digest') return cleanDigestPut(operation, ports)
    return operation
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error
    return { type: 'refused', key, reason: error.message.slice(0, reasonCharacters) }
  }
}

const reasonCharacters = 500

function cleanPut(put: Extract<SyncOperation, { type: 'put' }>, ports: DraftPorts): CleanPut {
  const clean = cleanText(put.text, ports)
  return { ...put, ...clean, isAltered: !isSameText(clean.text, put.text) }
}

function cleanDigestPut(put: DigestPut, { redactor }: DraftPorts): CleanDigestPut {
  const watched = watchRedactor(redactor)
  const text = cleanDigest(put.text, watched.redactor)
  const isAltered = canonicalJson(text) !== canonicalJson(put.text)
  return { ...put, text, isAltered, wasRedacted: watched.hasRedacted() }
}

/** A digest from a client. Only who shared it first changes it, so the last version counts. */
import { digestLimits } from '../../../contract/team/digest-text.ts'
import { canonicalJson } from '../../model/json.ts'
import { firstCreation } from './origin.ts'
import type { Applying, Outcome } from './outcome.ts'
import type { CleanDigestPut } from './prepare-operation.ts'
import { findRemoval, notYours } from './remove-state.ts'
import { writeVersion } from './write-version.ts'

export async function putDigest(applying: Applying, put: CleanDigestPut): Promise<Outcome> {
  const { tx, caller, origins, at, room } = applying
  const { id, project, text, isAltered } = put
  const person = caller.person.id
  const known = await tx.statesOf(id)
  if (known.some(({ type }) => type === 'memory')) {
    return { outcome: 'refused', reason: 'its id is the id of a memory' }
  }
  const creation = firstCreation(...known, origins.check(put)) ?? { creator: person, sharedAt: at }
  const removal = findRemoval(known, creation.creator === person)
  if (removal) {
    return { outcome: removal.type, version: removal.version, origin: origins.sign(removal) }
  }
  if (creation.creator !== person) return notYours(known)
  const head = known.find((state) => state.type === 'digest')
  if (head && head.project !== project) {
    return { outcome: 'refused', reason: 'it is in another project; withdraw it there first' }
  }
  if (head && !isAltered && canonicalJson(head.text) === canonicalJson(text)) {
    return { outcome: 'stored', id, version: head.version, origin: origins.sign(head) }
  }
  const isFull = !head && (await tx.countDigests(project, person)) >= digestLimits.perPerson
  const reason = isFull ? fullProject : room?.take(text, !head)
  if (reason !== undefined) return { outcome: 'over-quota', reason }
  const last = Math.max(put.base, ...known.map(({ version }) => version))
  const said = { type: 'digest', text } as const
  return writeVersion(applying, { said, id, project, isAltered, last, creation })
}

const fullProject = `the project has ${digestLimits.perPerson} digests of yours already`

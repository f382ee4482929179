/** Summarises the previous session in a few lines. */
import type { Digest, DigestStep } from '../../../contract/digest.ts'
import type { TrustLevel } from '../../../contract/vocabulary.ts'
import type { LastDigest } from '../../ports/digest-store.ts'
import { safeText } from '../../text/safe-text.ts'
import { shorten } from '../../text/shorten.ts'
import type { NewLine } from '../block/block.ts'

const mostCharacters = 200
const mostDecided = 3
const mostOpen = 3
const mostFiles = 6

export function lastSessionLines({ sessionId, lastEventAt, digest }: LastDigest): NewLine[] {
  return [
    ...asked(digest),
    ...decided(digest),
    ...done(digest),
    ...openEnds(digest),
    ...filesChanged(digest),
  ].map(([trust, label, text]) => ({
    section: 'last-session',
    id: sessionId,
    kind: 'digest',
    trust,
    at: lastEventAt,
    text: `${label}: ${shorten(safeText(text), mostCharacters)}`,
    reason: 'summary of the last session',
  }))
}

type Labelled = readonly [trust: TrustLevel, label: string, text: string]

/** The task it began with. */
function asked({ steps }: Digest): Labelled[] {
  const request = steps.find((step) => step.request !== undefined)?.request
  return request === undefined ? [] : [['user', 'Asked', request]]
}

function decided(digest: Digest): Labelled[] {
  const [[, , task] = ['user', '', '']] = asked(digest)
  return digest.decided
    .filter(({ text }) => !task.toLowerCase().includes(text.toLowerCase()))
    .slice(-mostDecided)
    .map(({ text }) => ['user', 'Decided', text])
}

/** What its last work came to, or else its last turn. */
function done({ steps }: Digest): Labelled[] {
  const told = steps.filter(({ result, foreign }) => result !== undefined && !foreign)
  const isWork = ({ signs }: DigestStep) => signs.includes('change') || signs.includes('commit')
  const { result } = told.findLast(isWork) ?? told.at(-1) ?? {}
  return result === undefined ? [] : [['agent', 'Result', result]]
}

function openEnds({ open }: Digest): Labelled[] {
  return open
    .filter((end) => !end.foreign)
    .slice(0, mostOpen)
    .map(({ text }) => ['agent', 'Open', text])
}

function filesChanged({ filesChanged: files }: Digest): Labelled[] {
  if (files.length === 0) return []
  const paths = files.slice(-mostFiles).map(({ path }) => path)
  const more = files.length - paths.length
  return [['agent', 'Changed', `${paths.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]]
}

/** Summarises the previous session in a few lines. */
import type { Digest } from '../../contract/digest.ts'
import type { TrustLevel } from '../../contract/vocabulary.ts'
import type { LastDigest } from '../ports/digest-store.ts'
import { safeText } from '../text/safe-text.ts'
import { shorten } from '../text/shorten.ts'
import type { NewLine } from './block.ts'

const mostCharacters = 200
const mostOpen = 4
const mostFiles = 6

export function lastSessionLines({ sessionId, lastEventAt, digest }: LastDigest): NewLine[] {
  return [...askedAndDone(digest), ...openEnds(digest), ...filesChanged(digest)].map(
    ([trust, label, text]) => ({
      section: 'last-session',
      id: sessionId,
      kind: 'digest',
      trust,
      at: lastEventAt,
      text: `${label}: ${shorten(safeText(text), mostCharacters)}`,
      reason: 'summary of the last session',
    }),
  )
}

type Labelled = readonly [trust: TrustLevel, label: string, text: string]

function askedAndDone({ steps }: Digest): Labelled[] {
  const requests = steps.flatMap(({ request }) => request ?? [])
  const asked = [...new Set([requests[0], requests.at(-1)])].flatMap((request) => request ?? [])
  const last = steps.at(-1)
  const result = last?.foreign ? undefined : last?.result
  return [
    ...asked.map((request): Labelled => ['user', 'Asked', request]),
    ...(result === undefined ? [] : [['agent', 'Result', result] as const]),
  ]
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

/** Summarises the previous session in a few lines. */
import type { Digest } from '../../contract/digest.ts'
import type { LastDigest } from '../ports/digest-store.ts'
import { safeText } from '../text/safe-text.ts'
import { shorten } from '../text/shorten.ts'
import type { NewLine } from './block.ts'

const mostCharacters = 200
const mostOpen = 4
const mostFiles = 6

export function lastSessionLines({ sessionId, lastEventAt, digest }: LastDigest): NewLine[] {
  return [...askedAndDone(digest), ...openEnds(digest), ...filesChanged(digest)].map(
    ([label, text]) => ({
      section: 'last-session',
      id: sessionId,
      kind: 'digest',
      at: lastEventAt,
      text: `${label}: ${shorten(safeText(text), mostCharacters)}`,
      reason: 'summary of the last session',
    }),
  )
}

type Labelled = readonly [label: string, text: string]

function askedAndDone({ steps }: Digest): Labelled[] {
  const requests = steps.flatMap(({ request }) => request ?? [])
  const asked = [...new Set([requests[0], requests.at(-1)])].flatMap((request) => request ?? [])
  const result = steps.at(-1)?.result
  return [
    ...asked.map((request): Labelled => ['Asked', request]),
    ...(result === undefined ? [] : [['Result', result] as const]),
  ]
}

function openEnds({ open }: Digest): Labelled[] {
  return open.slice(0, mostOpen).map(({ text }) => ['Open', text])
}

function filesChanged({ filesChanged: files }: Digest): Labelled[] {
  if (files.length === 0) return []
  const paths = files.slice(-mostFiles).map(({ path }) => path)
  const more = files.length - paths.length
  return [['Changed', `${paths.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]]
}

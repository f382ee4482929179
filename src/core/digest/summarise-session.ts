/** Summarises a session in a few lines: what was asked, done, tested, committed and left open. */
import type { Digest, DigestStep, TestRun } from '../../contract/digest.ts'
import type { Glance, SummaryLine } from '../../contract/session-summary.ts'
import { summaryLines } from '../model/digest-summary.ts'
import { shorten, withoutLinks } from '../text/shorten.ts'
import { weightiest } from './weightiest-steps.ts'

const mostLines = 8
const mostOpen = 2
const mostCharacters = 240

/** What the model said after reading it all, else what rules find; then what was captured. */
export function summariseSession(digest: Digest): SummaryLine[] {
  const read = summaryLines(digest)
  const said = read.length > 0 ? read : saidByRule(digest)
  const isOpen = ({ part }: SummaryLine) => part === 'open'
  const open = [...said.filter(isOpen), ...failingChecks(digest)].slice(0, mostOpen)
  const lines = [
    ...said.filter((line) => !isOpen(line)),
    ...changedLine(digest),
    ...testLine(digest.tests),
    ...shippedLines(digest),
  ]
  return [...lines.slice(0, mostLines - open.length), ...open]
}

export function glanceOf(digest: Digest): Glance {
  const { filesChanged, shipped, tests, open } = digest
  const did = summariseSession(digest).find(({ part, foreign }) => part === 'done' && !foreign)
  const lastTests = tests.at(-1)
  return {
    ...(did && { did: did.text }),
    ...(lastTests && { tests: lastTests.outcome === 'failed' ? 'failed' : 'passed' }),
    filesChanged: filesChanged.length,
    commits: shipped.filter(({ kind }) => kind === 'commit').length,
    pullRequests: shipped.filter(({ kind }) => kind === 'pull-request').length,
    open: open.length,
  }
}

function saidByRule({ title, steps, open }: Digest): SummaryLine[] {
  const [first] = steps
  const requests = weightiest(
    steps.filter((step, at) => at > 0 && step.title !== undefined && step.title !== title),
    mostRequests,
  )
  const more = steps.filter((step) => step.title !== undefined).length - requests.length - 1
  const result =
    steps.findLast(isTellingChange) ?? steps.findLast((step) => step.result !== undefined)
  return [
    ...askedLine(first, title),
    ...(requests.length > 0 ? [alsoAskedLine(requests, more)] : []),
    ...(result?.result === undefined
      ? []
      : [
          {
            ...line('done', result.result, result.cites),
            ...(result.foreign && { foreign: true as const }),
          },
        ]),
    ...open
      .filter(({ kind }) => kind !== 'failing')
      .map(({ text, cites, foreign }) => ({
        ...line('open', text, cites),
        ...(foreign && { foreign }),
      })),
  ]
}

const mostRequests = 3

/** "All tests pass." says nothing about the work. */
const isTellingChange = ({ result = '', signs }: DigestStep) =>
  result.length >= shortestTelling && /^\p{Lu}/u.test(result) && signs.includes('change')
const shortestTelling = 60

const line = (part: SummaryLine['part'], text: string, cites: readonly string[]): SummaryLine => ({
  part,
  text: shorten(
    withoutLinks(text).replace(/^(?:\p{Extended_Pictographic}\uFE0F?\s*)+/u, ''),
    mostCharacters,
  ),
  cites: [...cites],
})

/** Empty if the title says it all. */
function askedLine(step: DigestStep | undefined, title = ''): SummaryLine[] {
  const words = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const { title: headline, request = '', cites = [] } = step ?? {}
  const isKnown = words(request).replace(words(title), '').length < fewestNew
  return headline === undefined || request.startsWith('(') || isKnown
    ? []
    : [line('asked', request, cites)]
}

const fewestNew = 24

function alsoAskedLine(steps: readonly DigestStep[], more: number): SummaryLine {
  const titles = steps.map(({ title = '' }) => shorten(title, mostTitleCharacters))
  const rest = more > 0 ? ` … ${more} more` : ''
  const cites = steps.flatMap((step) => step.cites.slice(0, 1))
  return { part: 'asked', text: `${titles.join('; ')}${rest}`, cites }
}

const mostTitleCharacters = 70
const mostPaths = 4

function changedLine({ filesChanged }: Digest): SummaryLine[] {
  if (filesChanged.length === 0) return []
  const tails = (depth: number) =>
    filesChanged.slice(0, mostPaths).map(({ path }) => path.split(/[/\\]/).slice(-depth).join('/'))
  const isUnclear = new Set(tails(1)).size < tails(1).length
  const names = tails(isUnclear ? 2 : 1).map((name) => `\`${name}\``)
  const more = filesChanged.length - names.length
  const text = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return [
    line(
      'changed',
      text,
      filesChanged.slice(0, mostPaths).flatMap(({ cites }) => cites.slice(-1)),
    ),
  ]
}

/** The last run decides. */
function testLine(tests: readonly TestRun[]): SummaryLine[] {
  const last = tests.at(-1)
  if (!last) return []
  const { command, outcome, passed, failed, failures = 0, cites } = last
  const counts = [
    ...(failed === undefined ? [] : [`${failed} failed`]),
    ...(passed === undefined ? [] : [`${passed} passed`]),
  ]
  const verdict =
    outcome === 'failed'
      ? 'fails'
      : failures > 0
        ? `passes after ${failures === 1 ? 'one failure' : `${failures} failures`}`
        : 'passes'
  const counted = counts.length === 0 ? '' : ` (${counts.join(', ')})`
  return [line('tests', `\`${command}\` ${verdict}${counted}`, cites)]
}

const mostShipped = 3

function shippedLines({ shipped }: Digest): SummaryLine[] {
  const commits = shipped.filter(({ kind }) => kind === 'commit')
  const requests = shipped.filter(({ kind }) => kind === 'pull-request')
  const named = (all: typeof shipped) => {
    const more = all.length - mostShipped
    const texts = all.slice(0, mostShipped).map(({ text }) => text)
    return `${texts.join('; ')}${more > 0 ? ` … ${more} more` : ''}`
  }
  const citing = (all: typeof shipped) => all.flatMap(({ cites }) => cites.slice(-1)).slice(-3)
  return [
    ...(commits.length > 0
      ? [
          line(
            'shipped',
            `${commits.length === 1 ? 'Commit' : `${commits.length} commits`}: ${named(commits)}`,
            citing(commits),
          ),
        ]
      : []),
    ...(requests.length > 0
      ? [line('shipped', `Pull request ${named(requests)}`, citing(requests))]
      : []),
  ]
}

/** Failing tests are in the line above. */
function failingChecks({ open, tests }: Digest): SummaryLine[] {
  const last = tests.at(-1)?.command ?? ''
  return open
    .filter(
      ({ kind, text }) => kind === 'failing' && !(last !== '' && text.startsWith(`\`${last}\``)),
    )
    .map(({ text, cites }) => line('open', text, cites))
}

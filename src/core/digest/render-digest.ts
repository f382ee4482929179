/** Renders a digest as a few plain lines; drops the least important of a long one. */
import type { Digest, DigestStep, RunOutcome, TestRun } from '../../contract/digest.ts'
import { summaryLines } from '../model/digest-summary.ts'
import { quoteName } from '../text/safe-text.ts'
import { shorten, withCapital } from '../text/shorten.ts'
import { weightiest } from './weightiest-steps.ts'

const mostCharacters = { turn: 1_200, session: 2_500 } as const
const mostStepCharacters = { turn: 240, session: 160 } as const

export function renderDigest(digest: Digest): string {
  const parts = partsOf(digest)
  const shown = new Map(parts.map((part) => [part, part.most]))
  const render = () =>
    parts.reduce((text, part) => {
      const added = part.lines(shown.get(part) ?? 0, text).join('\n')
      return text && added ? `${text}\n${added}` : text || added
    }, '')
  let text = render()
  while (text.length > mostCharacters[digest.type]) {
    const part = parts.findLast((each) => (shown.get(each) ?? 0) > each.least)
    if (!part) break
    shown.set(part, (shown.get(part) ?? 0) - 1)
    text = render()
  }
  return text
}

/** Shows between `least` and `most` items. */
interface Part extends Bounds {
  /** @param said the previous lines */
  readonly lines: (shown: number, said: string) => string[]
}

interface Bounds {
  readonly most: number
  readonly least: number
}

/** In reading order, each part most important first. */
function partsOf(digest: Digest): Part[] {
  const steps = digest.steps.map((step) => shortenStep(step, mostStepCharacters[digest.type]))
  const pathOf = ({ path }: { path: string }) => quoteName(path)
  const textOf = ({ text }: { text: string }) => text
  const summary = summaryLines(digest)
  const byRule = () => [
    digest.type === 'turn' ? turnSteps(steps) : sessionSteps(steps),
    lines('Decided', digest.decided.map(textOf), { most: 6, least: 3 }),
    lines('Learned', digest.learned.map(textOf), { most: 5, least: 0 }),
    lines('Open', digest.open.map(textOf), { most: 6, least: 1 }),
  ]
  return [
    ...(summary.length > 0 ? [summaryPart(summary, digest.summary?.madeBy)] : byRule()),
    line('Changed', digest.filesChanged.map(pathOf), { most: 12, least: 1 }),
    line('Tests', digest.tests.map(testText), { most: 3, least: 1 }),
    line('Ran', digest.commands.map(commandText), { most: 6, least: 0 }),
    line('Read', digest.filesRead.map(pathOf), { most: 6, least: 0 }),
  ]
}

function summaryPart(summary: ReturnType<typeof summaryLines>, madeBy = ''): Part {
  const all = summary.map(({ part, text }) => `${withCapital(part)}: ${text}`)
  return { most: 1, least: 1, lines: () => [...all, `(summary by ${madeBy})`] }
}

function shortenStep({ request, result, ...step }: DigestStep, most: number): DigestStep {
  return {
    ...step,
    ...(request !== undefined && { request: shorten(request, most) }),
    ...(result !== undefined && { result: shorten(result, most) }),
  }
}

const inWords: Readonly<Record<RunOutcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  fixed: 'failed, then passed',
}

function commandText({ command, outcome }: { command: string; outcome: RunOutcome }): string {
  return `\`${command}\`${outcome === 'passed' ? '' : ` (${inWords[outcome]})`}`
}

function testText({ command, outcome, passed, failed }: TestRun): string {
  const counts = [
    ...(failed === undefined ? [] : [`${failed} failed`]),
    ...(passed === undefined ? [] : [`${passed} passed`]),
  ]
  const counted = counts.length === 0 ? '' : ` (${counts.join(', ')})`
  return `\`${command}\` ${inWords[outcome]}${counted}`
}

function within({ most, least }: Bounds, items: readonly unknown[]): Bounds {
  return { most: Math.min(most, items.length), least: Math.min(least, items.length) }
}

/** One line for each of the last items that no earlier line contains. */
function lines(label: string, items: readonly string[], bounds: Bounds): Part {
  return {
    ...within(bounds, items),
    lines: (shown, said) =>
      items
        .filter((item) => !said.includes(item))
        .slice(-shown || items.length)
        .map((item) => `${label}: ${item}`),
  }
}

function line(label: string, items: readonly string[], bounds: Bounds): Part {
  return {
    ...within(bounds, items),
    lines: (shown) => {
      if (shown === 0) return []
      const more = items.length - shown
      return [`${label}: ${items.slice(more).join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
    },
  }
}

function turnSteps(steps: readonly DigestStep[]): Part {
  const all = steps.flatMap(({ request, result }) => [
    ...(request === undefined ? [] : [`Asked: ${request}`]),
    ...(result === undefined ? [] : [`Result: ${result}`]),
  ])
  return { most: 1, least: 1, lines: () => all }
}

/** Drops the least important turns of a long session. */
function sessionSteps(steps: readonly DigestStep[]): Part {
  return {
    ...within({ most: steps.length, least: 3 }, steps),
    lines: (shown) => {
      const kept = weightiest(steps, shown)
      return kept.flatMap(({ turn, request = '(no prompt)', result }, at) => [
        ...gap((kept[at - 1]?.turn ?? turn - 1) + 1, turn),
        `${turn}. ${request}`,
        ...(result === undefined ? [] : [`   → ${result}`]),
      ])
    },
  }
}

function gap(expected: number, turn: number): string[] {
  const more = turn - expected
  return more > 0 ? [`   … ${more} more ${more === 1 ? 'turn' : 'turns'}`] : []
}

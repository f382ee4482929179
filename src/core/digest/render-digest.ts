/** A digest as a few plain lines. What matters least makes room when it is long. */
import type { Digest, DigestStep, RunOutcome, TestRun } from '../../contract/digest.ts'
import { shorten } from '../text/shorten.ts'

const mostCharacters = { turn: 1_200, session: 2_500 } as const
const mostStepCharacters = { turn: 240, session: 160 } as const

export function renderDigest(digest: Digest): string {
  const parts = partsOf(digest)
  const shown = new Map(parts.map((part) => [part, part.most]))
  const render = () => parts.flatMap((part) => part.lines(shown.get(part) ?? 0)).join('\n')
  let text = render()
  while (text.length > mostCharacters[digest.type]) {
    const part = parts.findLast((each) => (shown.get(each) ?? 0) > each.least)
    if (!part) break
    shown.set(part, (shown.get(part) ?? 0) - 1)
    text = render()
  }
  return text
}

/** What is told together: so many items at most, so many at least. */
interface Part {
  readonly most: number
  readonly least: number
  readonly lines: (shown: number) => string[]
}

/** In the order they are read, which is that of their weight. */
function partsOf(digest: Digest): Part[] {
  const steps = digest.steps.map((step) => shortenStep(step, mostStepCharacters[digest.type]))
  const said = steps.map(({ request = '', result = '' }) => `${request}\n${result}`)
  const learned = digest.learned.filter(({ text }) => !said.some((each) => each.includes(text)))
  const pathOf = ({ path }: { path: string }) => path
  const textOf = ({ text }: { text: string }) => text
  return [
    digest.type === 'turn' ? turnSteps(steps) : sessionSteps(steps),
    lines('Open', digest.open.map(textOf), { most: 6, least: 1 }),
    line('Changed', digest.filesChanged.map(pathOf), { most: 12, least: 1 }),
    line('Tests', digest.tests.map(testText), { most: 3, least: 1 }),
    lines('Learned', learned.map(textOf), { most: 5, least: 0 }),
    line('Ran', digest.commands.map(commandText), { most: 6, least: 0 }),
    line('Read', digest.filesRead.map(pathOf), { most: 6, least: 0 }),
  ]
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

interface Bounds {
  readonly most: number
  readonly least: number
}

/** One line for each of the first ones. */
function lines(label: string, items: readonly string[], { most, least }: Bounds): Part {
  return {
    most: Math.min(most, items.length),
    least: Math.min(least, items.length),
    lines: (shown) => items.slice(0, shown).map((item) => `${label}: ${item}`),
  }
}

/** The last ones in one line. */
function line(label: string, items: readonly string[], { most, least }: Bounds): Part {
  return {
    most: Math.min(most, items.length),
    least: Math.min(least, items.length),
    lines: (shown) => {
      if (shown === 0) return []
      const more = items.length - shown
      return [`${label}: ${items.slice(more).join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
    },
  }
}

function turnSteps(steps: readonly DigestStep[]): Part {
  const told = steps.flatMap(({ request, result }) => [
    ...(request === undefined ? [] : [`Asked: ${request}`]),
    ...(result === undefined ? [] : [`Result: ${result}`]),
  ])
  return { most: 1, least: 1, lines: () => told }
}

/** What it began with and what it came to; what lies between makes room. */
function sessionSteps(steps: readonly DigestStep[]): Part {
  const told = steps.map(({ turn, request = '(no prompt)', result }) => [
    `${turn}. ${request}`,
    ...(result === undefined ? [] : [`   → ${result}`]),
  ])
  return {
    most: steps.length,
    least: Math.min(3, steps.length),
    lines: (shown) => {
      const more = steps.length - shown
      const between = more === 0 ? [] : [`   … ${more} more ${more === 1 ? 'turn' : 'turns'}`]
      return [...told.slice(0, 1), between, ...told.slice(1 + more)].flat()
    },
  }
}

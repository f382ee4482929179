/** Runs the work through one program and measures what a user of it would notice. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Spread, spreadOf } from '../statistics.ts'
import { askByWord } from './ask-by-word.ts'
import { type Installed, type RunningPeer, startPeer, ToolFailure } from './mcp-process.ts'
import type { Found, Peer } from './peer.ts'
import { type Asked, rankOf, type Seen, summarise } from './summary.ts'
import type { Step } from './work.ts'

export interface Measured {
  readonly whole: Asked
  readonly byWord: Asked
  readonly items: number
  readonly storeMilliseconds: Spread
  /** Mean processor time of one call, whatever else the machine does. */
  readonly processor: Readonly<Record<StepName | 'first answer', number>>
  readonly residentMegabytes: number
  /** From the start of the process to the answer of a search in a full store. */
  readonly firstAnswerMilliseconds: number
}

/** One question and what came back, for reading. */
export interface Answer {
  readonly question: string
  readonly how: 'whole' | 'by word'
  readonly rank: number
  readonly relevant: readonly string[]
  readonly found: readonly string[]
}

type StepName = 'store' | Answer['how']

const limit = 5
const starts = 5

export async function measurePeer(
  installed: Installed,
  work: readonly (readonly Step[])[],
  report: (answer: Answer) => void,
): Promise<Measured> {
  const { peer } = installed
  const seen: Record<Answer['how'], Seen[]> = { whole: [], 'by word': [] }
  const stores: number[] = []
  const processor: Record<StepName, number> = { store: 0, whole: 0, 'by word': 0 }
  let resident = 0
  const firstAnswers: FirstAnswer[] = []
  for (const [number, steps] of work.entries()) {
    await inFreshHome(async (home) => {
      const running = await startPeer(installed, home)
      try {
        await runSteps(peer, running, steps, { seen, stores, processor, report })
        resident = Math.max(resident, running.residentMegabytes())
      } finally {
        await running.close()
      }
      if (number > 0) return
      for (let count = 0; count < starts; count++) {
        firstAnswers.push(await timeFirstAnswer(installed, home, steps))
      }
    })
  }
  return {
    whole: summarise(seen.whole),
    byWord: summarise(seen['by word']),
    items: stores.length,
    storeMilliseconds: spreadOf(stores),
    processor: {
      store: processor.store / stores.length,
      whole: processor.whole / seen.whole.length,
      'by word': processor['by word'] / seen['by word'].length,
      'first answer': spreadOf(firstAnswers.map(({ processor }) => processor)).p50,
    },
    residentMegabytes: resident,
    firstAnswerMilliseconds: spreadOf(firstAnswers.map(({ milliseconds }) => milliseconds)).p50,
  }
}

interface Records {
  readonly seen: Record<Answer['how'], Seen[]>
  readonly stores: number[]
  /** Sums in milliseconds. */
  readonly processor: Record<StepName, number>
  report(answer: Answer): void
}

async function runSteps(
  peer: Peer,
  { call, processorMilliseconds }: RunningPeer,
  steps: readonly Step[],
  { seen, stores, processor, report }: Records,
): Promise<void> {
  const answersByName = new Map<string, string[]>()
  const textByName = new Map<string, string>()
  const search = (text: string, most: number) => peer.search(call, text, most).catch(foundNothing)
  let used = processorMilliseconds()
  for (const step of steps) {
    if (step.kind === 'store') {
      const startedAt = performance.now()
      const name = await peer.store(call, step.item)
      stores.push(performance.now() - startedAt)
      countProcessorTime('store')
      // A program may keep two like texts as one.
      answersByName.set(name, [...(answersByName.get(name) ?? []), step.item.answers])
      textByName.set(name, step.item.text)
      continue
    }
    await ask('whole', step, () => search(step.question, limit))
    await ask('by word', step, () => askByWord(step.question, search))
  }

  function countProcessorTime(name: StepName): void {
    const now = processorMilliseconds()
    processor[name] += now - used
    used = now
  }

  async function ask(
    how: Answer['how'],
    { question, relevant }: Step & { kind: 'ask' },
    find: () => Promise<Found>,
  ): Promise<void> {
    const startedAt = performance.now()
    const { names, characters } = await find()
    const milliseconds = performance.now() - startedAt
    countProcessorTime(how)
    const rank = rankOf(names.slice(0, limit), relevant, answersByName)
    seen[how].push({ rank, found: names.length, milliseconds, characters })
    const found = names.slice(0, limit).map((name) => textByName.get(name) ?? `? ${name}`)
    report({ question, how, rank, relevant, found })
  }
}

/** A search that a program rejects, such as one with a long question, finds nothing. */
function foundNothing(error: unknown): Found {
  if (!(error instanceof ToolFailure)) throw error
  return { names: [], characters: error.message.length }
}

interface FirstAnswer {
  readonly milliseconds: number
  readonly processor: number
}

async function timeFirstAnswer(
  installed: Installed,
  home: string,
  steps: readonly Step[],
): Promise<FirstAnswer> {
  const question = steps.find((step) => step.kind === 'ask')?.question ?? 'anything'
  const startedAt = performance.now()
  const running = await startPeer(installed, home)
  try {
    await installed.peer.search(running.call, question, limit).catch(foundNothing)
    const milliseconds = performance.now() - startedAt
    return { milliseconds, processor: running.processorMilliseconds() }
  } finally {
    await running.close()
  }
}

async function inFreshHome(work: (home: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'peer-bench-'))
  try {
    const home = join(folder, 'home')
    mkdirSync(home)
    await work(home)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

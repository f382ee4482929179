/** Reports what the proof shows, and releases sessions from it. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import type { ProofHandlers } from '../../contract/operations/proof.ts'
import { isMereQuestion } from '../digest/user-words.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { missingSession } from '../memory/scope.ts'
import { shortId } from '../model/memory.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { ownWords } from '../provenance/prompt-parts.ts'
import { compare, leastSessions, rateOf, type Sample, typicalOf } from './compare.ts'
import { findHarm, type MeasuredSession } from './find-harm.ts'

export interface ProofPorts
  extends Pick<Store, 'proofs' | 'history' | 'injections' | 'memories' | 'search'> {
  readonly clock: Clock
  /** Whether sessions are held back now. */
  readonly holdsBack: () => boolean
  /** @throws ThroughlineError `not-found` */
  readonly findProject: (reference: string) => Promise<{ readonly id: string }>
}

type Proof = OutputOf<'getProof'>

export function createProofOperations(ports: ProofPorts): ProofHandlers {
  const { proofs, history, clock, holdsBack, findProject } = ports
  return {
    async getProof({ project }) {
      const projectId = project === undefined ? undefined : (await findProject(project)).id
      const all = await readSessions(projectId, ports)
      const ended = all.filter(({ isOver, prompts }) => isOver && prompts > 0)
      const kinds = Map.groupBy(ended, ({ isHeldBack }) => isHeldBack)
      const [withMemory = [], withoutMemory = []] = [kinds.get(false), kinds.get(true)]
      const isEnough = Math.min(withMemory.length, withoutMemory.length) >= leastSessions
      return {
        isOn: holdsBack(),
        ...(all[0] && { since: all[0].at }),
        sessions: {
          withMemory: withMemory.length,
          withoutMemory: withoutMemory.length,
          open: all.filter(({ isOver }) => !isOver).length,
        },
        needed: leastSessions,
        measures: isEnough ? compareAll(withMemory, withoutMemory) : [],
        harm: await findHarm(all, ports),
      }
    },
    async releaseSession({ session: reference }) {
      const id = await history.sessionId(reference)
      const place = id === undefined ? undefined : await history.sessionPlace(id)
      if (!place) throw missingSession(reference)
      if (await proofs.release(place, clock.now().toISOString()))
        return { session: place.sessionId }
      const message = `session ${shortId(place.sessionId)} is not held back`
      throw new ThroughlineError('conflict', message, {
        hint: 'throughline sessions shows which sessions are',
      })
    },
  }
}

/** In the order in which they began. */
async function readSessions(
  projectId: string | undefined,
  { proofs }: Pick<ProofPorts, 'proofs'>,
): Promise<MeasuredSession[]> {
  const measured: MeasuredSession[] = []
  for (const sessionId of await proofs.sessionIds(projectId)) {
    const result = await proofs.result(sessionId)
    const objections = await proofs.objections(sessionId)
    const corrections = objections.filter(({ prompt }) => !isMereQuestion(ownWords(prompt)))
    if (result) measured.push({ ...result, corrections })
    await yieldToEventLoop()
  }
  return measured
}

type Sessions = readonly MeasuredSession[]

const samples: Record<Proof['measures'][number]['measure'], (of: Sessions) => Sample | undefined> =
  {
    corrections: (of) =>
      rateOf(
        of.map(({ corrections, prompts }) => ({ events: corrections.length, units: prompts / 10 })),
      ),
    'repeated-failures': (of) =>
      rateOf(of.map(({ repeatedFailures }) => ({ events: repeatedFailures, units: 1 / 10 }))),
    prompts: (of) => typicalOf(of.map(({ prompts }) => prompts)),
    tokens: (of) => typicalOf(of.map(({ tokens }) => tokens)),
  }

function compareAll(withMemory: Sessions, withoutMemory: Sessions): Proof['measures'] {
  const measures = Object.keys(samples) as (keyof typeof samples)[]
  return measures.map((measure) => {
    const sampleOf = samples[measure]
    return { measure, ...compare(sampleOf(withMemory), sampleOf(withoutMemory)) }
  })
}

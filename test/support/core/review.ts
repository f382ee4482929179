/** Memories to review, on a store in memory, with a clock and files that a test sets. */
import { readBranchStates } from '../../../src/adapters/git/branches.ts'
import { createRedactor } from '../../../src/adapters/redaction/redactor.ts'
import { configSchema } from '../../../src/contract/config.ts'
import type { ReviewKind } from '../../../src/contract/vocabulary.ts'
import { checkMemories } from '../../../src/core/checks/check-memories.ts'
import type { FileChange, FindChangesSince } from '../../../src/core/ports/repository.ts'
import { applyDecision } from '../../../src/core/review/decide.ts'
import { type ReviewPorts, undoDecision } from '../../../src/core/review/operations.ts'
import { readItems, readQueue } from '../../../src/core/review/read-queue.ts'
import type { WantedDecision } from '../../../src/core/review/wanted-decision.ts'
import { addVectors } from '../models/vectors.ts'
import { sha256 } from './capture.ts'
import { openConsolidation } from './consolidation.ts'

export async function openReview() {
  const world = await openConsolidation()
  const { embed, readMeanings } = addVectors(world, world.clock)
  const changes = new Map<string, FileChange['change']>()
  const config = () => configSchema.parse({})
  const ports: ReviewPorts = {
    ...world,
    hash: sha256,
    redactor: createRedactor(),
    projects: {
      find: async (id) => ({ id, identity: id, name: id, root: '/w', createdAt: '' }),
    },
    runMemoryChecks: async (_folder, checks) =>
      checks.map((each) =>
        'path' in each && changes.get(each.path) === 'gone' ? 'fails' : 'holds',
      ),
    findProject: async (id) => ({ id }),
    readBranchStates,
    config,
    readMeanings,
  }
  const findChangesSince: FindChangesSince = async (_folder, _commit, files) =>
    files.flatMap((file) => {
      const change = changes.get(file)
      return change ? [{ file, change }] : []
    })
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    world.clock.advance(1_000)
    return work()
  }
  const queue = async (projectId?: string) => readItems(await readQueue(projectId, ports), ports)
  return {
    ...world,
    readBranchStates,
    config,
    /** The state of each file, read when `checkFiles` runs. */
    changes,
    queue,
    /** Gives all memories vectors. */
    embed,
    /** The only item of its kind. */
    async item(kind: ReviewKind) {
      const [item, another] = (await queue()).filter((each) => each.kind === kind)
      if (!item || another) throw new Error(`not one ${kind} to review`)
      return item
    },
    decide: (wanted: WantedDecision) => next(() => applyDecision(wanted, ports)),
    undoDecision: (key?: string) => next(() => undoDecision(key, ports)),
    checkFiles: () => checkMemories({ ...ports, findChangesSince }, AbortSignal.timeout(10_000)),
    /** Shows it to that many sessions, once each. */
    async show(memoryId: string, sessions: number): Promise<void> {
      for (let session = 1; session <= sessions; session++) {
        await world.injections.record({
          id: world.ids.next(),
          session: { host: 'claude-code', hostSessionId: `shown-${session}` },
          projectId: undefined,
          event: 'session-start',
          source: 'startup',
          at: world.clock.now().toISOString(),
          tokens: 10,
          characters: 40,
          lines: [
            {
              kind: 'fact',
              trust: 'user',
              section: 'project',
              id: memoryId,
              at: '',
              text: '',
              reason: 'important',
              tokens: 10,
            },
          ],
        })
      }
    },
  }
}

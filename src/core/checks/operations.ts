/** The checks of one memory: how each stands, and which a person adds or drops. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { CheckHandlers } from '../../contract/operations/checks.ts'
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import { reviewKey } from '../memory/dropped-candidates.ts'
import { findMemory } from '../memory/find-memory.ts'
import type { ScopePorts } from '../memory/scope.ts'
import { lookInWorkTrees, type WorkTreePorts } from '../memory/untrue/work-trees.ts'
import {
  type CheckOutcome,
  checkName,
  type HeldCheck,
  type MemoryCheck,
  withChosen,
} from '../model/check.ts'
import type { Hash } from '../model/content-key.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { RunChecks } from '../ports/repository.ts'
import type { ReviewStore } from '../ports/review-store.ts'
import { quoteName } from '../text/safe-text.ts'
import { checksIn } from './checks-in.ts'

export interface CheckOperationPorts extends ScopePorts, WorkTreePorts {
  readonly memories: MemoryStore
  readonly reviews: Pick<
    ReviewStore,
    'checks' | 'chosenChecks' | 'chooseCheck' | 'findDecision' | 'removeDecision'
  >
  readonly runMemoryChecks: RunChecks
  readonly hash: Hash
}

type Listed = OutputOf<'listChecks'>

export function createCheckOperations(ports: CheckOperationPorts): CheckHandlers {
  const { memories, reviews, hash } = ports
  return {
    async listChecks({ folder, ...reference }) {
      return list(await findMemory(memories, { ...reference, folder }, ports), folder, ports)
    },
    async setChecks({ drop, file, contains, script, needs, ignored, ...reference }) {
      const memory = await findMemory(memories, reference, ports)
      refuseOutside(memory)
      const [added, ...more] = checksFrom({ file, contains, script, needs, ignored }, ports)
      if (more.length > 0 || (added === undefined) === (drop === undefined)) {
        throw new ThroughlineError('invalid-input', 'add one check, or drop one')
      }
      if (added) {
        const [outcome] = await run([added], memory, reference.folder, ports)
        const hasHeld = outcome === 'holds'
        await reviews.chooseCheck(memory.id, { check: added, isDropped: false, hasHeld })
        // Kept although a check failed, it would not be checked any more.
        const kept = reviewKey('stale', [memory], hash)
        if (await reviews.findDecision(kept)) await reviews.removeDecision(kept)
      }
      if (drop !== undefined) {
        const check = (await checksOf(memory, ports)).find((each) => checkName(each) === drop)
        if (!check) throw missingCheck(drop)
        await reviews.chooseCheck(memory.id, { check, isDropped: true, hasHeld: false })
      }
      return list(memory, reference.folder, ports)
    },
  }
}

async function checksOf(memory: Memory, { reviews }: CheckOperationPorts): Promise<HeldCheck[]> {
  const chosen = (await reviews.chosenChecks([memory.id])).get(memory.id)
  return memory.scope === 'project' ? withChosen(checksIn(memory), chosen) : []
}

async function list(
  memory: Memory,
  folder: string | undefined,
  ports: CheckOperationPorts,
): Promise<Listed> {
  const { id } = memory
  const { reviews, hash } = ports
  const checks = await checksOf(memory, ports)
  const held = new Map(
    ((await reviews.checks([id])).get(id) ?? []).map((each) => [checkName(each), each]),
  )
  const outcomes = await run(checks, memory, folder, ports)
  const derived = new Set(checksIn(memory).map(checkName))
  const chosen = (await reviews.chosenChecks([id])).get(id) ?? []
  const dropped = chosen.filter((each) => each.isDropped && derived.has(checkName(each.check)))
  const isKept = (await reviews.findDecision(reviewKey('stale', [memory], hash))) !== undefined
  const idle = memory.pinned
    ? 'a pinned memory is given whatever its checks say'
    : isKept
      ? 'you kept it in review, so its checks do not count until its text changes'
      : undefined
  return {
    id,
    checks: checks.map((each, at) => {
      const known = held.get(checkName(each))
      const { state, since } = stateOf(outcomes[at], known)
      const isByHand = each.isByHand ?? false
      const says = describeCheck(each)
      return { name: checkName(each), says, state, isByHand, ...(since && { since }) }
    }),
    dropped: dropped.map(({ check }) => describeCheck(check)),
    ...(idle && { idle }),
  }
}

function stateOf(
  outcome: CheckOutcome | undefined,
  held: HeldCheck | undefined,
): Pick<Listed['checks'][number], 'state' | 'since'> {
  const isRewritten = held !== undefined && 'isRewritten' in held && held.isRewritten === true
  if (outcome === undefined || outcome === 'unknown') return { state: 'unknown' }
  if (outcome === 'holds' && !isRewritten) return { state: 'holds' }
  return held ? { state: 'fails', since: held.failsSince } : { state: 'never-held' }
}

/** In the work tree at hand, or else in the project's folder. */
async function run(
  checks: readonly MemoryCheck[],
  memory: Memory,
  folder: string | undefined,
  ports: CheckOperationPorts,
): Promise<readonly CheckOutcome[]> {
  if (checks.length === 0) return []
  const found = await lookInWorkTrees(
    [memory],
    ({ scopeId }) => scopeId,
    folder,
    ports,
    async (_memory, root) => new Map([['outcomes', await ports.runMemoryChecks(root, checks)]]),
  )
  return found.get('outcomes') ?? []
}

type Given = Pick<InputOf<'setChecks'>, 'file' | 'contains' | 'script' | 'needs' | 'ignored'>

function checksFrom(
  { file, contains, script, needs, ignored }: Given,
  { redactor }: ScopePorts,
): MemoryCheck[] {
  const clean = (text: string) => redactor.redact(text)
  if (contains !== undefined && file === undefined) {
    throw new ThroughlineError('invalid-input', 'say which file contains it', {
      hint: 'throughline check ID --file src/config.ts --contains maxRetries',
    })
  }
  const path = file === undefined ? undefined : pathFrom(clean(file))
  return [
    ...(path === undefined || contains !== undefined ? [] : [{ kind: 'file' as const, path }]),
    ...(path === undefined || contains === undefined
      ? []
      : [{ kind: 'text' as const, path, text: clean(contains) }]),
    ...(script === undefined ? [] : [{ kind: 'script' as const, name: clean(script) }]),
    ...(needs === undefined ? [] : [versionFrom(clean(needs))]),
    ...(ignored === undefined ? [] : [{ kind: 'ignored' as const, path: clean(ignored) }]),
  ]
}

function pathFrom(given: string): string {
  const path = given.replaceAll('\\', '/').replace(/^(?:\.\/)+|\/+$/g, '')
  const isInside = path !== '' && !/^(?:\/|~|[a-z]:)/i.test(path) && !path.split('/').includes('..')
  if (isInside) return path
  throw new ThroughlineError('invalid-input', `"${given}" is not inside the project`, {
    hint: 'give a path from the project’s folder, such as src/config.ts',
  })
}

function versionFrom(given: string): MemoryCheck {
  const [, name, least] = /^(@?[a-z][\w./-]*?)(?: *(?:>=|≥) *| +|@)v?(\d{1,3})\b/i.exec(given) ?? []
  if (name !== undefined) return { kind: 'version', name: name.toLowerCase(), least: Number(least) }
  throw new ThroughlineError('invalid-input', `"${given}" names no version`, {
    hint: 'give a name and a number, such as "node 20"',
  })
}

function refuseOutside({ scope }: Memory): void {
  if (scope === 'project') return
  throw new ThroughlineError('invalid-input', `a memory of the scope ${scope} has no checks`, {
    hint: 'only a memory of a project has files to look at',
  })
}

function missingCheck(name: string): ThroughlineError {
  return new ThroughlineError('not-found', `this memory has no check "${name}"`, {
    hint: 'throughline check ID lists them',
  })
}

/** «package.json has the script lint:fix» */
function describeCheck(check: MemoryCheck): string {
  switch (check.kind) {
    case 'file':
      return `${quoteName(check.path)} exists`
    case 'unchanged':
      return `${quoteName(check.path)} exists and was not rewritten`
    case 'text':
      return `${quoteName(check.path)} contains ${quoteName(check.text)}`
    case 'script':
      return `package.json has the script ${quoteName(check.name)}`
    case 'version':
      return `package.json asks for ${quoteName(check.name)} ${check.least} or newer`
    case 'ignored':
      return `.gitignore lists ${quoteName(check.path)}`
  }
}

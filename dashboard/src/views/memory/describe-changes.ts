/** The changes between two versions of a memory, except its text. */
import { describeStanding } from '../../../../src/contract/wording.ts'
import type { Memory } from '../../memory/memory-actions.ts'

export function describeChanges(
  before: Memory,
  after: Memory,
  scopeName: (memory: Memory) => string,
): string[] {
  const changes: (string | false)[] = [
    before.kind !== after.kind && `${before.kind} → ${after.kind}`,
    before.standing !== after.standing &&
      (after.standing === 'memory' ? describeStanding(after) : 'a candidate again'),
    before.pinned !== after.pinned && (after.pinned ? 'pinned' : 'unpinned'),
    before.importance !== after.importance &&
      `importance ${before.importance.toFixed(2)} → ${after.importance.toFixed(2)}`,
    before.key !== after.key && (after.key ? `key ${after.key}` : 'key removed'),
    (before.scope !== after.scope || before.scopeId !== after.scopeId) &&
      `moved: ${scopeName(before)} → ${scopeName(after)}`,
    ...describeLists('#', before.tags, after.tags),
    ...describeLists('', before.files, after.files),
    before.trust !== after.trust && `trust: ${after.trust}`,
    before.validTo === undefined && after.validTo !== undefined && 'superseded',
    before.validTo !== undefined && after.validTo === undefined && 'valid again',
  ]
  return changes.filter((change) => change !== false)
}

function describeLists(
  prefix: string,
  before: readonly string[],
  after: readonly string[],
): string[] {
  const added = after.filter((item) => !before.includes(item))
  const removed = before.filter((item) => !after.includes(item))
  return [
    ...added.map((item) => `+ ${prefix}${item}`),
    ...removed.map((item) => `− ${prefix}${item}`),
  ]
}

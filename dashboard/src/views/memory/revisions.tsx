import { describeStanding } from '../../../../src/contract/wording.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Diff } from '../../components/diff.tsx'
import { Text } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card } from '../../components/view.tsx'
import type { Memory } from '../../memory/memory-actions.ts'
import { useScopeName } from '../../memory/memory-labels.tsx'

/** The revisions of a memory, newest first. */
export function Revisions({ id }: { id: string }) {
  const { data } = useOperation('memoryHistory', { id }, { live: true })
  const scopeName = useScopeName()
  const versions = data?.versions ?? []
  if (versions.length < 2) return null
  return (
    <Card title="Revisions" isFlush>
      <ol className="revisions" aria-label="Revisions, newest first">
        {versions
          .map(({ validFrom, memory }, index) => {
            const former = versions[index - 1]?.memory
            return (
              <li key={memory.version} className="revision">
                <p className="revision-head">
                  <strong>Version {memory.version}</strong>
                  <RelativeTime at={validFrom} />
                </p>
                {former && former.content !== memory.content && (
                  <Diff before={former.content} after={memory.content} />
                )}
                {former ? (
                  <Changes changes={describeChanges(former, memory, scopeName)} />
                ) : (
                  <p className="quiet">
                    <Text text={memory.content} />
                  </p>
                )}
              </li>
            )
          })
          .toReversed()}
      </ol>
    </Card>
  )
}

function Changes({ changes }: { changes: readonly string[] }) {
  if (changes.length === 0) return null
  return <p className="revision-changes">{changes.join(' · ')}</p>
}

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

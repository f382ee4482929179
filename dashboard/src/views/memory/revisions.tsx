import { useOperation } from '../../api/operation-hooks.ts'
import { Diff } from '../../components/diff.tsx'
import { Text } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card } from '../../components/view.tsx'
import { useScopeName } from '../../memory/memory-labels.tsx'
import { describeChanges } from './describe-changes.ts'

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

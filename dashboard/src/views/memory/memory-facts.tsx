import type { ReactNode } from 'react'
import type { OutputOf } from '../../../../src/contract/operations/index.ts'
import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import { describeStanding } from '../../../../src/contract/wording.ts'
import { CandidateBadge } from '../../components/badge.tsx'
import { Facts } from '../../components/figures.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card } from '../../components/view.tsx'
import { ScopeName } from '../../memory/memory-labels.tsx'
import { count } from '../../wording/amounts.ts'
import { sourceWords, trustWords } from '../../wording/memories.ts'
import { sentence } from '../../wording/texts.ts'

type Memory = OutputOf<'getMemory'>

export function MemoryFacts({ memory }: { memory: Memory }) {
  return (
    <Card title="Details">
      <Facts facts={factsOf(memory)} />
    </Card>
  )
}

function standingOf(memory: Memory): ReactNode {
  const why = describeStanding(
    memory,
    memory.source === 'manual' && memory.host ? nameAgent(memory.host) : undefined,
  )
  if (memory.standing === 'memory') return sentence(why)
  return (
    <>
      <CandidateBadge /> {why}
    </>
  )
}

const dayMs = 86_400_000

function factsOf(memory: Memory): (readonly [string, ReactNode])[] {
  const { key, importance, files, source, trust, author, host, useCount, lastUsedAt, commit } =
    memory
  const { confirmation, validFrom, updatedAt } = memory
  const isOfCommit = trust === 'repository' && memory.sources.some(({ type }) => type === 'commit')
  return [
    ['Scope', <ScopeName key="scope" memory={memory} />],
    ...(key ? [['Key', <code key="key">{key}</code>] as const] : []),
    [
      'Importance',
      <span key="importance" className="row">
        <meter className="importance" min={0} max={1} value={importance} aria-hidden />
        {importance.toFixed(2)}
      </span>,
    ],
    ...(source === 'manual' || confirmation === 'judged'
      ? []
      : [['Made', sourceWords[source]] as const]),
    ['Standing', standingOf(memory)],
    ['Said by', author?.name ?? (isOfCommit ? 'a commit of the repository' : trustWords[trust])],
    ...(host ? [['Learned in', nameAgent(host)] as const] : []),
    [
      'Used',
      useCount === 0 || !lastUsedAt ? (
        'never'
      ) : (
        <>
          {count(useCount, 'time')}, last <RelativeTime at={lastUsedAt} />
        </>
      ),
    ],
    ['Valid since', <RelativeTime key="from" at={validFrom} />],
    ...(memory.validTo
      ? [['Valid until', <RelativeTime key="to" at={memory.validTo} />] as const]
      : []),
    ...(Date.parse(updatedAt) - Date.parse(validFrom) > dayMs
      ? [['Changed', <RelativeTime key="changed" at={updatedAt} />] as const]
      : []),
    ...(files.length > 0
      ? [
          [
            'Files',
            <ul key="files" className="memory-files">
              {files.map((file) => (
                <li key={file}>
                  <code>{file}</code>
                </li>
              ))}
            </ul>,
          ] as const,
        ]
      : []),
    ...(commit ? [['Commit', <code key="commit">{commit.slice(0, 10)}</code>] as const] : []),
    ['Id', <code key="id">{memory.id}</code>],
  ]
}

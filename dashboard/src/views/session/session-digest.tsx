import type { ReactNode } from 'react'
import type { Digest, RunOutcome } from '../../../../src/contract/digest.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { Facts } from '../../components/figures.tsx'
import { Text } from '../../components/text.tsx'
import { Card, Summary } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'
import { TurnLink } from './links.tsx'
import { findTurn, type Turn } from './timeline-entries.ts'

interface SessionDigestProps {
  readonly digest: Digest
  readonly timeline: readonly Turn[]
}

/** Summary of the session; the timeline below shows the prompts between. */
export function SessionDigest({ digest, timeline }: SessionDigestProps) {
  const { steps, open, filesChanged, tests, decided, learned } = digest
  const result = steps.findLast((step) => step.result !== undefined)?.result
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    ['Result', result && <Text text={result} />],
    ['Decided', decided.length > 0 && <Text text={decided.map(({ text }) => text).join('\n')} />],
    ['Changed', filesChanged.length > 0 && <Files files={filesChanged} />],
    ['Tests', tests.length > 0 && <Text text={tests.map(describeRun).join('\n')} />],
    ['Learned', learned.length > 0 && <Text text={learned.map(({ text }) => text).join('\n')} />],
    ['Open', open.length > 0 && <OpenEnds open={open} timeline={timeline} />],
  ]
  const text = facts.filter(([, value]) => value)
  if (text.length === 0) return null
  return (
    <Card title="Summary">
      <Facts facts={text} />
    </Card>
  )
}

const filesShown = 5

/** Long lists are collapsed; the turns are below. */
function Files({ files }: { files: Digest['filesChanged'] }) {
  const rest = files.slice(filesShown)
  return (
    <>
      <Paths files={files.slice(0, filesShown)} />
      {rest.length > 0 && (
        <details className="session-more">
          <Summary>{count(rest.length, 'more file', 'more files')}</Summary>
          <Paths files={rest} />
        </details>
      )}
    </>
  )
}

function Paths({ files }: { files: Digest['filesChanged'] }) {
  return (
    <ul className="session-files">
      {files.map(({ path }) => (
        <li key={path} className="mono">
          {path}
        </li>
      ))}
    </ul>
  )
}

const openEnds: Record<Digest['open'][number]['kind'], { tone: Tone; label: string }> = {
  failing: { tone: 'bad', label: 'failing' },
  question: { tone: 'accent', label: 'question' },
  interrupted: { tone: 'warn', label: 'interrupted' },
}

interface OpenEndsProps extends Pick<Digest, 'open'>, Pick<SessionDigestProps, 'timeline'> {}

function OpenEnds({ open, timeline }: OpenEndsProps) {
  return (
    <ul className="session-open">
      {open.map(({ kind, text, cites }) => (
        <li key={text}>
          <Badge tone={openEnds[kind].tone}>{openEnds[kind].label}</Badge>
          <Text text={text} />
          <TurnLink turn={findTurn(timeline, cites)} />
        </li>
      ))}
    </ul>
  )
}

const outcomes: Record<RunOutcome, string> = {
  passed: 'passed',
  failed: 'failed',
  fixed: 'failed, then passed',
}

export function describeRun({
  command,
  outcome,
}: {
  command: string
  outcome: RunOutcome
}): string {
  return `\`${command}\` ${outcomes[outcome]}`
}

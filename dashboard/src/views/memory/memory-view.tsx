import './memory.css'
import { Link, useParams } from '@tanstack/react-router'
import type { ApiError, OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Badge, KindBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../components/placeholders.tsx'
import { Text } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card, View } from '../../components/view.tsx'
import { type Memory, useMemoryActions } from '../../memory/memory-actions.ts'
import { shownTags } from '../../memory/memory-labels.tsx'
import { relationWords } from '../../wording/memories.ts'
import { shorten } from '../../wording/texts.ts'
import { ActionBar } from './action-bar.tsx'
import { ChecksCard } from './checks.tsx'
import { GuardCard } from './guard.tsx'
import { MemoryFacts } from './memory-facts.tsx'
import { Revisions } from './revisions.tsx'
import { Sources } from './sources.tsx'
import { GivenDots, Replacements, SourceTurns } from './trace-view.tsx'

type Full = OutputOf<'getMemory'>

/** Characters of a memory in the browser's tab. */
const mostInTab = 60

export function MemoryView() {
  const { id } = useParams({ from: '/memories/$id' })
  const { data: memory, error } = useOperation('getMemory', { id, exact: true }, { live: true })
  if (error?.code === 'not-found') return <Gone id={id} error={error} />
  return (
    <View
      key={id}
      title="Memory"
      {...(memory && { tab: shorten(memory.content, mostInTab) })}
      actions={memory && <ActionBar memory={memory} />}
    >
      {!memory && (error ? <ErrorNote error={error} /> : <Skeleton lines={6} />)}
      {memory && (
        <div className="columns">
          <div className="stack">
            <Statement memory={memory} />
            <Sources sources={memory.sources.filter(({ type }) => type === 'commit')} />
            <Trace memory={memory} />
            <Revisions id={id} />
          </div>
          <div className="stack">
            <MemoryFacts memory={memory} />
            {isCheckable(memory) && <ChecksCard id={id} />}
            {isGuardable(memory) && <GuardCard id={id} />}
            <Sources sources={memory.sources.filter(({ type }) => !shownFirst.has(type))} />
            <Related memory={memory} />
          </div>
        </div>
      )}
    </View>
  )
}

/** Beside the statement: the words that it comes from. */
const shownFirst: ReadonlySet<string> = new Set(['turn', 'commit'])

/** What says how to work. */
const isGuardable = ({ kind, standing, validTo }: Memory) =>
  ['rule', 'correction', 'preference'].includes(kind) &&
  standing === 'memory' &&
  validTo === undefined

const isCheckable = ({ scope, validTo }: Memory) => scope === 'project' && validTo === undefined

/** Only a memory that can be restored comes with a hint how to. */
function Gone({ id, error }: { id: string; error: ApiError }) {
  const { restore } = useMemoryActions()
  const forgottenAt = /was forgotten (\S+)$/.exec(error.message)?.[1]
  if (!forgottenAt) {
    return (
      <View title="Memory">
        <EmptyState title="Memory not found" action={<Link to="/memories">All memories</Link>}>
          The link may be incomplete or from another machine.
        </EmptyState>
      </View>
    )
  }
  return (
    <View title="Memory">
      <EmptyState
        title="This memory was forgotten"
        action={
          error.hint ? (
            <Button icon="retry" onClick={() => void restore(id)}>
              Restore
            </Button>
          ) : (
            <Link to="/memories">All memories</Link>
          )
        }
      >
        That was <RelativeTime at={forgottenAt} />.{' '}
        {error.hint ? 'You can restore it for 30 days.' : 'It can no longer be restored.'}
      </EmptyState>
    </View>
  )
}

function Statement({ memory }: { memory: Memory }) {
  const { content, kind, pinned, tags, validTo, supersededBy } = memory
  return (
    <article className="card statement" aria-label="Content">
      {validTo && (
        <p className="statement-superseded">
          <Icon name="alert" />
          <span>
            This is no longer true.{' '}
            {supersededBy && (
              <Link to="/memories/$id" params={{ id: supersededBy }}>
                See what superseded it
              </Link>
            )}
          </span>
        </p>
      )}
      <p className="statement-text">
        <Text text={content} />
      </p>
      <div className="row">
        <KindBadge kind={kind} />
        {pinned && (
          <Badge tone="accent">
            <Icon name="pin" size={12} /> pinned
          </Badge>
        )}
        {shownTags(tags).map((tag) => (
          <Link key={tag} to="/memories" search={{ tag }} className="statement-tag">
            #{tag}
          </Link>
        ))}
      </div>
    </article>
  )
}

function Trace({ memory }: { memory: Full }) {
  const { data, error } = useOperation('traceMemory', { id: memory.id }, { live: true })
  if (!data) return error ? <ErrorNote error={error} /> : <PendingTrace memory={memory} />
  return (
    <>
      {data.sources.length > 0 && <SourceTurns sources={data.sources} />}
      {memory.standing === 'memory' && <GivenDots given={data.given} since={memory.validFrom} />}
      <Replacements trace={data} />
    </>
  )
}

/** Keeps the place of what comes, so that nothing below it jumps. */
function PendingTrace({ memory: { sources, standing } }: { memory: Full }) {
  return (
    <>
      {sources.some(({ type }) => type === 'turn') && (
        <Card title="Where it comes from">
          <Skeleton lines={2} />
        </Card>
      )}
      {standing === 'memory' && (
        <Card title="Given and used">
          <Skeleton lines={1} />
        </Card>
      )}
    </>
  )
}

function Related({ memory }: { memory: Full }) {
  const links = memory.links
    .filter(({ relation }) => relation !== 'supersedes')
    .map(({ from, to, relation }) => {
      const isFrom = from === memory.id
      return { id: isFrom ? to : from, text: relationWords[relation][isFrom ? 0 : 1] }
    })
  for (const { id, because } of memory.holdsBeside ?? []) {
    links.push({ id, text: `Both are true, because ${because}` })
  }
  if (links.length === 0) return null
  return (
    <Card title="Related" isFlush>
      <List label="Related memories">
        {links.map(({ id, text }) => (
          <RelatedRow key={`${text} ${id}`} id={id} text={text} />
        ))}
      </List>
    </Card>
  )
}

function RelatedRow({ id, text }: { id: string; text: string }) {
  const { data } = useOperation('getMemory', { id, exact: true })
  return (
    <ListRow
      to="/memories/$id"
      params={{ id }}
      title={
        <>
          <span className="related-how">{text}</span>
          <span className="clamp">{data?.content ?? id}</span>
        </>
      }
    />
  )
}

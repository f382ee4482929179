import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Icon } from '../../components/icon.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card } from '../../components/view.tsx'
import { withoutMarks } from '../../wording/texts.ts'
import { turnAnchor } from '../session/links.tsx'

type Source = OutputOf<'getMemory'>['sources'][number]

export function Sources({ sources }: { sources: readonly Source[] }) {
  const isOnlySaid = sources.every(({ type, host }) => type === 'manual' && !host)
  if (isOnlySaid) return null
  return (
    <Card title="Learned from" isFlush>
      <List label="Sources">
        {sources.map((source) => (
          <SourceRow key={`${source.type} ${source.ref}`} source={source} />
        ))}
      </List>
    </Card>
  )
}

function SourceRow({ source }: { source: Source }) {
  const { type, ref, host, author, at } = source
  if (type === 'manual') {
    return (
      <ListRow
        leading={<Icon name="edit" />}
        title={host ? `Stored in ${nameAgent(host)}` : 'Stored manually'}
      />
    )
  }
  if (type === 'file') return <ListRow leading={<Icon name="file" />} title={<code>{ref}</code>} />
  if (type === 'import') {
    return <ListRow leading={<Icon name="file" />} title={`Imported from ${ref}`} />
  }
  if (type === 'commit') {
    return (
      <ListRow
        leading={<Icon name="file" />}
        title={
          <>
            Commit <code>{ref.slice(0, 8)}</code>
          </>
        }
        detail={
          author && (
            <>
              <span>by {withoutMarks(author)}</span>
              {at && <RelativeTime at={at} />}
            </>
          )
        }
      />
    )
  }
  return <CapturedRow type={type} id={ref} host={host} />
}

interface CapturedRowProps {
  readonly type: 'turn' | 'tool-event' | 'session'
  readonly id: string
  readonly host: string | undefined
}

function CapturedRow({ type, id, host }: CapturedRowProps) {
  const { data, isPending } = useOperation('getTimeline', { id, before: 0, after: 0 })
  const item = data?.items.find(({ isAsked }) => isAsked) ?? data?.items[0]
  const session = data?.session ?? (type === 'session' ? id : undefined)
  const icons = { turn: 'prompt', 'tool-event': 'tool', session: 'sessions' } as const
  return (
    <ListRow
      {...(session && { to: '/sessions/$id', params: { id: session }, hash: turnAnchor(id) })}
      leading={<Icon name={icons[type]} />}
      title={
        <span className="clamp">
          {item?.text ?? (isPending ? 'Loading…' : `A ${type} that is gone`)}
        </span>
      }
      detail={
        (host || item) && (
          <>
            {host && <span>{nameAgent(host)}</span>}
            {item && <RelativeTime at={item.at} />}
          </>
        )
      }
    />
  )
}

import { Link } from '@tanstack/react-router'
import type { OutputOf } from '../../api/call.ts'
import { BranchBadge, CandidateBadge, FailingBadge, KindBadge } from '../../components/badge.tsx'
import { IconButton } from '../../components/button.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { ListRow } from '../../components/list.tsx'
import { Text } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Summary } from '../../components/view.tsx'
import { PinnedMark } from '../../memory/memory-labels.tsx'
import { turnAnchor } from '../session/links.tsx'

export type Hit = OutputOf<'recall'>['hits'][number]

interface HitRowProps {
  readonly hit: Hit
  readonly times: number
  readonly index: number
  readonly query: string
  readonly onEdit: () => void
  readonly onPin: () => void
  readonly onForget: () => void
}

const looks: Record<Hit['type'], { icon: IconName; name: string }> = {
  memory: { icon: 'memories', name: 'Memory' },
  turn: { icon: 'prompt', name: 'Turn' },
  'tool-event': { icon: 'tool', name: 'Tool event' },
  session: { icon: 'sessions', name: 'Session' },
  commit: { icon: 'file', name: 'Commit' },
}

export function HitRow({ hit, times, index, query, onEdit, onPin, onForget }: HitRowProps) {
  const { icon, name } = looks[hit.type]
  const marked = hit.marks?.length ? hit.marks : [query]
  const [headline = '', ...others] = bestFirst(hit, marked)
  return (
    <ListRow
      index={index}
      className="hit"
      {...addressOf(hit)}
      leading={<Icon name={icon} />}
      title={
        <>
          <span className="visually-hidden">{name}: </span>
          <span className="clamp hit-text">
            {hit.tool && <strong className="hit-tool-name">{hit.tool}</strong>}
            {times > 1 && <span className="hit-times">×{times}</span>}
            <Text text={headline || 'No text'} marked={marked} />
          </span>
          <Others others={others} marked={marked} />
        </>
      }
      detail={
        <>
          {hit.commit && <span>commit {hit.commit.slice(0, 7)}</span>}
          {hit.kind && <KindBadge kind={hit.kind} />}
          {hit.author && <span>by {hit.author}</span>}
          {hit.trust === 'repository' && <span>from the repository</span>}
          {hit.standing === 'candidate' && <CandidateBadge />}
          {hit.stagedOn && <BranchBadge branch={hit.stagedOn} />}
          {hit.failing && <FailingBadge failing={hit.failing} />}
          {hit.pinned && <PinnedMark />}
          {hit.sessionTitle && hit.type !== 'memory' && (
            <span className="hit-session">{hit.sessionTitle}</span>
          )}
          <span>{hit.project ?? (hit.scope === 'global' ? 'everywhere' : hit.scope)}</span>
          {hit.at && <RelativeTime at={hit.at} />}
          {hit.outdated && <OutdatedMark outdated={hit.outdated} />}
          {hit.amends && <span>amends an earlier hit</span>}
          {hit.amendedBy && <span className="hit-outdated">amended later</span>}
          <Why hit={hit} />
        </>
      }
      trailing={
        hit.type === 'memory' && (
          <div className="hit-actions">
            <IconButton icon="edit" label="Edit" onClick={onEdit} />
            <IconButton icon="pin" label={hit.pinned ? 'Unpin' : 'Pin'} onClick={onPin} />
            <IconButton icon="forget" label="Forget" onClick={onForget} />
          </div>
        )
      }
    />
  )
}

/** History opens in its session, at the hit; a commit has no page. */
function addressOf({ type, id, session = id }: Hit) {
  if (type === 'commit') return {}
  return type === 'memory'
    ? ({ to: '/memories/$id', params: { id } } as const)
    : ({ to: '/sessions/$id', params: { id: session }, hash: turnAnchor(id) } as const)
}

/** The text that matches best is the headline: of a turn that may be its prompt, answer or tool call. */
function bestFirst({ text, answer, toolCall }: Hit, marked: readonly string[]): string[] {
  const words = marked.map((word) => word.toLowerCase())
  const countIn = (each: string) => {
    const lower = each.toLowerCase()
    return words.filter((word) => lower.includes(word)).length
  }
  const texts = [text, toolCall, answer].flatMap((each) => each || [])
  return texts.toSorted((a, b) => countIn(b) - countIn(a))
}

/** What else the turn has: one line each. */
function Others({ others, marked }: { others: readonly string[]; marked: readonly string[] }) {
  return others.map((each) => (
    <span key={each} className="clamp hit-answer">
      <Text text={each} marked={marked} />
    </span>
  ))
}

function OutdatedMark({ outdated: { how, by, text } }: { outdated: NonNullable<Hit['outdated']> }) {
  return (
    <span className="hit-outdated">
      {how === 'fixed' ? 'Fixed: ' : 'Superseded: '}
      <Link to="/memories/$id" params={{ id: by }}>
        {text}
      </Link>
    </span>
  )
}

function Why({ hit: { explanation = [] } }: { hit: Hit }) {
  return (
    <details className="hit-why">
      <Summary iconSize={12}>Why</Summary>
      <ul>
        {explanation.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  )
}

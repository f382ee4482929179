import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { haveMuchInCommon } from '../../../../src/contract/diff.ts'
import { nameAgent, type ReviewDecisionName } from '../../../../src/contract/vocabulary.ts'
import { Badge, KindBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Diff } from '../../components/diff.tsx'
import { Facts } from '../../components/figures.tsx'
import { Keys } from '../../components/keys.tsx'
import { Text } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { ScopeName } from '../../memory/memory-labels.tsx'
import { sourceWords, trustWords } from '../../wording/memories.ts'
import { Sources } from '../memory/sources.tsx'
import { turnAnchor } from '../session/links.tsx'
import { canReword, fieldNames, kindTones, nameOf, type ReviewItem } from './review-item.ts'

interface ItemCardProps {
  readonly item: ReviewItem
  readonly isBusy: boolean
  readonly onDecide: (decision: ReviewDecisionName) => void
  readonly onSwap: () => void
  /** Keep a candidate in the clean wording that is proposed. */
  readonly onKeepClean: () => void
  /** Accept a proposal, or keep a candidate, in other words. */
  readonly onReword: () => void
  /** Of two that contradict each other: keep this one. */
  readonly onKeepOne: (id: string) => void
  /** Of a teammate's candidate: approve them, or drop all of theirs that waits. */
  readonly onDecideAuthor: (decision: 'keep' | 'drop') => void
  /** How many candidates of its session wait, itself included. */
  readonly sessionCount: number
  readonly onDecideSession: (decision: 'keep' | 'drop') => void
  /** Say why both are true. */
  readonly onKeepBoth: () => void
}

/** One review item: the reason, the memories and the actions. */
export function ItemCard(props: ItemCardProps) {
  const { item, isBusy, onDecide, onDecideAuthor, onSwap, onReword } = props
  const { sessionCount, onDecideSession, onKeepClean } = props
  const { kind, why, suggestion, memories, proposal, wording } = item
  const isChoice = kind === 'contradiction'
  const isConflict = proposal?.writtenAt !== undefined
  const [first, second] = memories
  const choice = (decision: ReviewDecisionName, label: ReactNode, key: string) => (
    <Button
      look={decision === suggestion && !wording ? 'primary' : 'plain'}
      isBusy={isBusy}
      onClick={() => onDecide(decision)}
    >
      {label} <Keys keys={key} />
    </Button>
  )
  return (
    <section className="review-item" aria-label={`${nameOf(item)}: ${why}`}>
      <p className="review-why">
        <Badge tone={kindTones[kind]}>{nameOf(item)}</Badge> <span>{why}</span>
      </p>
      {first && second && haveMuchInCommon(first.content, second.content) && (
        <div className="review-difference">
          <h2>What differs</h2>
          <Diff before={first.content} after={second.content} />
        </div>
      )}
      <div className="review-memories">
        {first && (
          <MemoryCard
            memory={first}
            fate={isConflict ? 'Theirs' : isChoice ? undefined : second && 'Stays'}
          />
        )}
        {second && <MemoryCard memory={second} fate={isChoice ? undefined : 'Goes'} />}
      </div>
      {wording && (
        <div className="review-difference">
          <h2>In clean words</h2>
          <p>
            <Text text={wording} />
          </p>
        </div>
      )}
      {item.said && <SaidTurns turns={item.said} />}
      {item.commits && <Sources sources={item.commits} />}
      {proposal && <ProposedChanges proposal={proposal} />}
      {isChoice ? (
        <ContradictionChoices {...props} />
      ) : (
        <div className="review-choices">
          {proposal && choice('accept', isConflict ? 'Keep yours' : 'Accept', 'a')}
          {wording && (
            <Button look="primary" isBusy={isBusy} onClick={onKeepClean}>
              Keep in clean words <Keys keys="Enter" />
            </Button>
          )}
          {!proposal &&
            choice('keep', second ? 'Keep both' : wording ? 'Keep as said' : 'Keep', 'k')}
          {canReword(item) && (
            <Button isBusy={isBusy} onClick={onReword}>
              Edit <Keys keys="e" />
            </Button>
          )}
          {second && choice('merge', 'Merge', 'm')}
          {choice('drop', isConflict ? 'Keep theirs' : second ? 'Drop the second' : 'Drop', 'd')}
          {kind === 'candidate' && first?.author && (
            <>
              <Button look="quiet" isBusy={isBusy} onClick={() => onDecideAuthor('keep')}>
                Approve {first.author.name} <Keys keys="p" />
              </Button>
              <Button look="quiet" isBusy={isBusy} onClick={() => onDecideAuthor('drop')}>
                Drop all of {first.author.name} <Keys keys="r" />
              </Button>
            </>
          )}
          {sessionCount > 1 && (
            <>
              <Button look="quiet" isBusy={isBusy} onClick={() => onDecideSession('keep')}>
                Keep all {sessionCount} of this session <Keys keys="K" />
              </Button>
              <Button look="quiet" isBusy={isBusy} onClick={() => onDecideSession('drop')}>
                Drop all {sessionCount} <Keys keys="D" />
              </Button>
            </>
          )}
          {second && (
            <Button look="quiet" onClick={onSwap}>
              Swap <Keys keys="w" />
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** Two memories that contradict each other are never merged. */
function ContradictionChoices({ item, isBusy, onKeepOne, onKeepBoth }: ItemCardProps) {
  return (
    <div className="review-choices">
      {item.memories.map(({ id }, index) => (
        <Button
          key={id}
          look={index === 0 ? 'primary' : 'plain'}
          isBusy={isBusy}
          onClick={() => onKeepOne(id)}
        >
          Keep the {index === 0 ? 'first' : 'second'} <Keys keys={String(index + 1)} />
        </Button>
      ))}
      <Button isBusy={isBusy} onClick={onKeepBoth}>
        Both are true, because … <Keys keys="b" />
      </Button>
    </div>
  )
}

interface MemoryCardProps {
  readonly memory: ReviewItem['memories'][number]
  /** In a pair: whether this memory stays after a merge or drop. In a conflict: whose it is. */
  readonly fate?: 'Stays' | 'Goes' | 'Theirs' | undefined
}

/** A memory's text, large, with its source and age. */
function MemoryCard({ memory, fate }: MemoryCardProps) {
  const { id, content, kind, pinned, files, validFrom } = memory
  return (
    <article className={fate === 'Goes' ? 'review-memory is-going' : 'review-memory'}>
      {fate && <h2>{fate}</h2>}
      <p className="review-text">
        <Text text={content} />
      </p>
      <div className="review-facts">
        <KindBadge kind={kind} />
        {pinned && <Badge tone="accent">pinned</Badge>}
        <ScopeName memory={memory} />
        <span>{sayWhose(memory)}</span>
        <RelativeTime at={validFrom} />
        {files.length > 0 && <span className="mono">{files.join(' ')}</span>}
        <Link to="/memories/$id" params={{ id }}>
          Open
        </Link>
      </div>
    </article>
  )
}

function sayWhose({ source, trust, author }: MemoryCardProps['memory']): string {
  if (author) return `From ${author.name}`
  if (source === 'commit') return sourceWords.commit
  if (trust === 'repository') return 'From the repository'
  return source === 'manual' ? `Said by ${trustWords[trust]}` : sourceWords[source]
}

type Proposal = NonNullable<ReviewItem['proposal']>

function ProposedChanges({
  proposal: { action, changes, sources, writtenAt },
}: {
  proposal: Proposal
}) {
  const learnedFrom = sources.filter(({ type }) => type !== 'manual')
  const facts = changes.map(
    (change) =>
      [fieldNames[change.field] ?? change.field, <Change key="to" {...change} />] as const,
  )
  return (
    <>
      <div className="review-difference">
        {writtenAt === undefined ? (
          <h2>If you accept</h2>
        ) : (
          <h2>
            Yours, written <RelativeTime at={writtenAt} />
          </h2>
        )}
        {action === 'forget' ? <p>The memory is forgotten.</p> : <Facts facts={facts} />}
      </div>
      {learnedFrom.length > 0 && <Sources sources={learnedFrom} />}
    </>
  )
}

function Change({ field, from, to = 'none' }: Proposal['changes'][number]) {
  if (from === undefined) return to
  if (field === 'content') return <Diff before={from} after={to} />
  return (
    <span className="diff">
      <del>{from}</del> → <ins>{to}</ins>
    </span>
  )
}

type Said = NonNullable<ReviewItem['said']>

function SaidTurns({ turns }: { turns: Said }) {
  if (turns.length === 0) return null
  return (
    <div className="review-difference">
      <h2>Learned from</h2>
      {turns.map(({ id, session, host, at, trust, user, agent }) => (
        <article key={id} className="review-said">
          {user && <Line speaker={trust ? 'Prompt' : 'You'} text={user} />}
          {agent && <Line speaker={trust ? 'Answer' : 'Agent'} text={agent} />}
          <p className="review-facts">
            <span>{nameAgent(host)}</span>
            {trust && <span>a chat in the repository</span>}
            <RelativeTime at={at} />
            <Link to="/sessions/$id" params={{ id: session }} hash={turnAnchor(id)}>
              Open the turn
            </Link>
          </p>
        </article>
      ))}
    </div>
  )
}

function Line({ speaker, text }: { speaker: string; text: string }) {
  return (
    <p>
      <b>{speaker}</b> <Text text={text} />
    </p>
  )
}

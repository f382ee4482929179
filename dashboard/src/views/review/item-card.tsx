import type { ReactNode } from 'react'
import type { ReviewDecisionName } from '../../../../src/contract/vocabulary.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Diff, haveMuchInCommon } from '../../components/diff.tsx'
import { Keys } from '../../components/keys.tsx'
import { MemoryCard } from './memory-card.tsx'
import { ProposedChanges } from './proposed-changes.tsx'
import { canReword, type ReviewItem } from './review-item.ts'
import { SaidTurns } from './said-turns.tsx'
import { kindTones, nameOf } from './wording.ts'

interface ItemCardProps {
  readonly item: ReviewItem
  readonly isBusy: boolean
  readonly onDecide: (decision: ReviewDecisionName) => void
  readonly onSwap: () => void
  /** Accept a proposal, or keep a candidate, in other words. */
  readonly onReword: () => void
  /** Of two that contradict each other: keep this one. */
  readonly onKeepOne: (id: string) => void
  /** Of a teammate's candidate: approve them, or drop all of theirs that waits. */
  readonly onDecideAuthor: (decision: 'keep' | 'drop') => void
  /** Say why both hold. */
  readonly onKeepBoth: () => void
}

/** One review item: the reason, the memories and the actions. */
export function ItemCard(props: ItemCardProps) {
  const { item, isBusy, onDecide, onDecideAuthor, onSwap, onReword } = props
  const { kind, why, suggestion, memories, proposal } = item
  const isChoice = kind === 'contradiction'
  const isConflict = proposal?.writtenAt !== undefined
  const [first, second] = memories
  const choice = (decision: ReviewDecisionName, label: ReactNode, key: string) => (
    <Button
      look={decision === suggestion ? 'primary' : 'plain'}
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
      {item.said && <SaidTurns turns={item.said} />}
      {proposal && <ProposedChanges proposal={proposal} />}
      {isChoice ? (
        <ContradictionChoices {...props} />
      ) : (
        <div className="review-choices">
          {proposal && choice('accept', isConflict ? 'Keep yours' : 'Accept', 'a')}
          {!proposal && choice('keep', second ? 'Keep both' : 'Keep', 'k')}
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
          {second && (
            <Button look="quiet" onClick={onSwap}>
              Swap <Keys keys="x" />
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
        Both hold, because … <Keys keys="b" />
      </Button>
    </div>
  )
}

import './review.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { memoryKinds } from '../../../../src/contract/vocabulary.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { Meter } from '../../components/figures.tsx'
import { Chip, ChipSelect, Filters } from '../../components/filters.tsx'
import { Keys } from '../../components/keys.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../components/placeholders.tsx'
import { View } from '../../components/view.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { useProjectOptions } from '../../project/current-project.tsx'
import type { ReviewFilter } from '../../read-params.ts'
import { number } from '../../wording/amounts.ts'
import { ItemCard } from './item-card.tsx'
import { Overheard, Queue } from './queue.tsx'
import { canReword, kindsName, type Review, textOf } from './review-item.ts'
import { useReview } from './use-review.ts'

/** Proposals, and memories that may be wrong, duplicated or useless, one at a time with one key each. */
export function ReviewView() {
  const filter = useSearch({ from: '/review' })
  const navigate = useNavigate({ from: '/review' })
  const review = useReview(filter)
  const { data, error, item, decided, isBusy } = review
  const [reworded, setReworded] = useState<string>()
  const [isReasoning, setReasoning] = useState(false)
  const isChoice = item?.kind === 'contradiction'
  const keepOne = (stays: string | undefined) =>
    isChoice && stays !== undefined && review.decide('drop', { stays })
  const keepBoth = () => isChoice && setReasoning(true)
  const reword = () => item && canReword(item) && setReworded(textOf(item))
  const keepClean = () => item?.wording && review.decide('keep', { content: item.wording })
  const desk = useRef<HTMLDivElement>(null)
  const show = (change: ReviewFilter) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  // The button of the last decision may have disappeared with its item.
  useLayoutEffect(() => {
    if (decided > 0 && document.activeElement === document.body) desk.current?.focus()
  }, [decided])
  useShortcuts('Review', [
    { keys: 'a', label: 'Accept', run: () => review.decide('accept') },
    { keys: 'e', label: 'Reword', run: reword },
    { keys: 'k', label: 'Keep', run: () => !isChoice && review.decide('keep') },
    { keys: 'm', label: 'Merge', run: () => review.decide('merge') },
    { keys: 'd', label: 'Drop', run: () => !isChoice && review.decide('drop') },
    {
      keys: 'Enter',
      label: 'Do what is suggested',
      run: () =>
        item?.wording ? keepClean() : item && !isChoice && review.decide(item.suggestion),
    },
    ...memoryKinds.map((kind, n) => ({
      keys: String(n + 1),
      label: isChoice && n < 2 ? `Keep the ${ordinals[n]}` : changeKind,
      run: () => (isChoice ? keepOne(item?.memories[n]?.id) : review.chooseKind(kind)),
    })),
    { keys: 'x', label: 'Select', run: () => review.toggle() },
    { keys: 'X', label: 'Select up to here', run: () => review.chooseUntil() },
    { keys: 'Escape', label: 'Select none', run: review.clearChosen },
    { keys: 'b', label: 'Keep both, and say why', run: keepBoth },
    { keys: 'p', label: 'Approve the teammate', run: () => review.decideAuthor('keep') },
    { keys: 'r', label: 'Drop all of the teammate', run: () => review.decideAuthor('drop') },
    { keys: 'w', label: 'Swap the memory to keep', run: review.swap },
    { keys: 'K', label: 'Keep all of this session', run: () => review.decideSession('keep') },
    { keys: 'D', label: 'Drop all of this session', run: () => review.decideSession('drop') },
    { keys: 's', label: 'Skip', repeats: true, run: () => review.move(1) },
    { keys: 'u', label: 'Undo the last decision', run: review.undoLast },
    { keys: 'ArrowDown', label: 'Next', repeats: true, run: () => review.move(1) },
    { keys: 'ArrowUp', label: 'Back', repeats: true, run: () => review.move(-1) },
  ])
  return (
    <View
      title="Review"
      intro="Decide what stays, best first. One key each."
      actions={
        data?.undoable && (
          <Button icon="retry" onClick={review.undoLast} isBusy={isBusy}>
            Undo <Keys keys="u" />
          </Button>
        )
      }
    >
      {!data && (error ? <ErrorNote error={error} /> : <Skeleton lines={6} />)}
      {data && <ReviewFilters filter={filter} onChange={show} review={data} />}
      {data && decided + data.total > 0 && (
        <Meter label="Decided" value={decided} most={decided + data.total} />
      )}
      {data && (
        <div ref={desk} className="review-desk" tabIndex={-1}>
          {item ? (
            <div className="columns review-columns">
              <ItemCard
                item={item}
                isBusy={isBusy}
                onDecide={review.decide}
                onSwap={review.swap}
                onKeepClean={keepClean}
                onReword={reword}
                onKeepOne={keepOne}
                onKeepBoth={keepBoth}
                onDecideAuthor={review.decideAuthor}
                sessionCount={review.sessionCount}
                onDecideSession={review.decideSession}
              />
              <Queue
                review={data}
                current={item.key}
                chosen={review.chosen}
                onSelect={review.select}
                onChoose={review.toggle}
                onChooseUntil={review.chooseUntil}
                onShowOverheard={() => show({ kind: 'candidate' })}
              />
            </div>
          ) : (
            <>
              <Nothing isFiltered={isFiltered(filter)} />
              <Overheard count={data.overheard} onShow={() => show({ kind: 'candidate' })} />
            </>
          )}
        </div>
      )}
      {reworded !== undefined && (
        <RewordDialog
          text={reworded}
          onClose={() => setReworded(undefined)}
          verb={item?.proposal ? 'Accept' : 'Keep'}
          onAccept={(text) => {
            setReworded(undefined)
            review.decide(item?.proposal ? 'accept' : 'keep', { content: text })
          }}
        />
      )}
      {isReasoning && (
        <ReasonDialog
          onClose={() => setReasoning(false)}
          onGiven={(because) => {
            setReasoning(false)
            review.decide('keep', { because })
          }}
        />
      )}
    </View>
  )
}

const ordinals = ['first', 'second']
const changeKind = `Change the kind: ${memoryKinds[0]} to ${memoryKinds.at(-1)}`

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title="Nothing of this kind to review">
        Clear the filters to see the other items.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Nothing to review">
      Candidates and proposed changes wait here for your decision, and so do memories that
      contradict each other, repeat each other or are never used.
    </EmptyState>
  )
}

interface ReviewFiltersProps {
  readonly filter: ReviewFilter
  readonly onChange: (change: ReviewFilter) => void
  readonly review: Pick<Review, 'counts' | 'overheard'>
}

/** Offers only kinds that occur. */
function ReviewFilters({ filter, onChange, review }: ReviewFiltersProps) {
  const projects = useProjectOptions()
  const shown = review.counts
    .map(({ kind, count }) => ({
      kind,
      count: kind === 'candidate' ? count - review.overheard : count,
    }))
    .filter(({ kind, count }) => count > 0 || kind === filter.kind)
  return (
    <Filters
      isFiltered={isFiltered(filter)}
      onClear={() => onChange({ kind: undefined, project: undefined })}
    >
      {projects.length > 1 && (
        <ChipSelect
          label="Project"
          value={filter.project}
          options={projects}
          onChange={(project) => onChange({ project })}
        />
      )}
      {shown.map(({ kind, count }) => (
        <Chip
          key={kind}
          isOn={filter.kind === kind}
          onToggle={() => onChange({ kind: filter.kind === kind ? undefined : kind })}
        >
          {kindsName(kind)} <span className="review-count">{number(count)}</span>
        </Chip>
      ))}
    </Filters>
  )
}

const isFiltered = ({ kind, project }: ReviewFilter) => kind !== undefined || project !== undefined

interface RewordDialogProps {
  readonly text: string
  readonly verb: 'Accept' | 'Keep'
  readonly onAccept: (text: string) => void
  readonly onClose: () => void
}

function RewordDialog({ text, verb, onAccept, onClose }: RewordDialogProps) {
  const [written, setWritten] = useState(text)
  return (
    <FormDialog
      title={`${verb} in other words`}
      action={verb}
      onSubmit={() => onAccept(written)}
      onClose={onClose}
    >
      <TextField label="Text" value={written} onChange={setWritten} rows={5} isRequired />
    </FormDialog>
  )
}

interface ReasonDialogProps {
  readonly onGiven: (reason: string) => void
  readonly onClose: () => void
}

function ReasonDialog({ onGiven, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title="Both are true"
      action="Keep both"
      onSubmit={() => reason.trim() !== '' && onGiven(reason)}
      onClose={onClose}
    >
      <TextField label="Because" value={reason} onChange={setReason} rows={3} isRequired />
    </FormDialog>
  )
}

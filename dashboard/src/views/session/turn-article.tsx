import './turn-article.css'
import { memo, useRef, useState } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { Badge, KindBadge, type Tone } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Menu } from '../../components/menu.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Markdown } from '../../markdown/markdown.tsx'
import { duration } from '../../wording/time.ts'
import { DeleteTurn } from './delete-session.tsx'
import { GivenContext } from './given-context.tsx'
import { MemoryLink, turnAnchor } from './links.tsx'
import type { ContextEntry, Turn } from './timeline-entries.ts'
import { TurnWork } from './turn-work.tsx'

interface TurnArticleProps {
  readonly turn: Turn
  readonly given: readonly ContextEntry[]
  readonly memories: OutputOf<'getSession'>['memories']
  /** The URL names this turn or one of its tool events. */
  readonly isTarget: boolean
  readonly targetId: string
}

const outcomes: Record<Turn['outcome'], { tone: Tone; label: string } | undefined> = {
  ok: undefined,
  open: { tone: 'good', label: 'running' },
  failed: { tone: 'bad', label: 'failed' },
  cut: { tone: 'warn', label: 'interrupted' },
}

/** A prompt and what followed. Memoised: a session may have hundreds, and an event changes one. */
export const TurnArticle = memo(ShownTurn, isSame)

function ShownTurn(props: TurnArticleProps) {
  const { turn, given, memories, isTarget, targetId } = props
  const { id, number, prompt, origin, answer, startedAt, endedAt } = turn
  const [isDeleting, setDeleting] = useState(false)
  const outcome = outcomes[turn.outcome]
  return (
    <article
      id={turnAnchor(id)}
      className={classNames('turn', isTarget && 'is-target')}
      aria-label={`Turn ${number}`}
      tabIndex={-1}
    >
      <header className="turn-header">
        <h2>Turn {number}</h2>
        {origin !== 'user' && <Badge>{origin}</Badge>}
        {outcome && <Badge tone={outcome.tone}>{outcome.label}</Badge>}
        <span className="turn-time">
          {endedAt && <span>{duration(Date.parse(endedAt) - Date.parse(startedAt))}</span>}
          <RelativeTime at={startedAt} />
        </span>
        <Menu
          label={`Actions on turn ${number}`}
          items={[
            {
              label: `Delete turn ${number}`,
              icon: 'forget',
              isDangerous: true,
              run: () => setDeleting(true),
            },
          ]}
        />
        {isDeleting && <DeleteTurn id={id} number={number} onClose={() => setDeleting(false)} />}
      </header>
      <div className="turn-prompt">
        {prompt === undefined ? (
          <p className="quiet">The prompt was not captured.</p>
        ) : (
          <LongText text={prompt} label="prompt" />
        )}
      </div>
      {given.map((each) => (
        <GivenContext key={each.at} given={each} />
      ))}
      <TurnWork turn={turn} targetId={targetId} />
      {answer !== undefined && <LongText text={answer} label="answer" />}
      {memories.map((memory) => (
        <p key={memory.id} className="turn-learned">
          <KindBadge kind={memory.kind} />
          <MemoryLink id={memory.id} content={memory.content} />
        </p>
      ))}
    </article>
  )
}

function isSame(one: TurnArticleProps, other: TurnArticleProps): boolean {
  return (
    one.turn === other.turn &&
    one.isTarget === other.isTarget &&
    one.targetId === other.targetId &&
    isSameList(one.given, other.given) &&
    isSameList(one.memories, other.memories)
  )
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

const mostCharacters = 900
const mostLines = 14

interface LongTextProps {
  readonly text: string
  /** Names the text in the button that shows the rest. */
  readonly label: string
}

/** Long text shows only its start at first. */
function LongText({ text, label }: LongTextProps) {
  const [isWhole, setWhole] = useState(false)
  const beginning = beginningOf(text)
  const isCut = !isWhole && beginning !== text
  const place = useRef<HTMLDivElement>(null)
  // The button disappears with its action, so move the focus first.
  const showWhole = () => {
    place.current?.focus()
    setWhole(true)
  }
  return (
    <div ref={place} className="long-text" tabIndex={-1}>
      <Markdown text={isCut ? `${beginning} …` : text} />
      {isCut && (
        <Button look="quiet" onClick={showWhole}>
          Show the whole {label}
        </Button>
      )}
    </div>
  )
}

function beginningOf(text: string): string {
  const lines = text.split('\n')
  const beginning = lines.length > mostLines ? lines.slice(0, mostLines).join('\n') : text
  const characters = [...beginning]
  return characters.length > mostCharacters
    ? characters.slice(0, mostCharacters).join('')
    : beginning
}

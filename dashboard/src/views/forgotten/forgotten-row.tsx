import type { Forgotten } from '../../api/paged-forgotten.ts'
import { KindBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { VirtualRow } from '../../components/list.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { ClampedText } from '../../components/text.tsx'
import { shortDate } from '../../wording/time.ts'

interface ForgottenRowProps {
  readonly index: number
  /** Undefined while it loads. */
  readonly memory: Forgotten | undefined
  readonly placeOf: (memory: Forgotten) => string
  readonly onRestore: () => void
}

export function ForgottenRow({ index, memory, placeOf, onRestore }: ForgottenRowProps) {
  if (!memory) return <VirtualRow title={<span className="quiet">…</span>} detail="…" />
  const { id, content, kind, forgottenAt, restorableUntil } = memory
  return (
    <VirtualRow
      index={index}
      to="/memories/$id"
      params={{ id }}
      title={<ClampedText text={content} />}
      detail={
        <>
          <KindBadge kind={kind} />
          <span>{placeOf(memory)}</span>
          <span>
            forgotten <RelativeTime at={forgottenAt} />
          </span>
          <span>kept until {shortDate(restorableUntil, Date.now())}</span>
        </>
      }
      trailing={
        <Button icon="retry" onClick={onRestore}>
          Restore
        </Button>
      }
    />
  )
}

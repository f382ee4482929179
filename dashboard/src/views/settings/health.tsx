import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Command } from '../../components/command.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { Pending } from '../../components/placeholders.tsx'
import { Card } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'
import { sentence } from '../../wording/texts.ts'

type Check = OutputOf<'checkHealth'>['checks'][number]

/** What `throughline doctor` checks, the most urgent first. */
export function Health() {
  const { data, error, isFetching, refetch } = useOperation('checkHealth', {}, { isFresh: true })
  if (!data) return <Pending error={error} />
  return (
    <Card
      title={summarize(data.checks)}
      actions={
        <Button icon="retry" isBusy={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Checking' : 'Check again'}
        </Button>
      }
      isFlush
    >
      <List label="Health checks">
        {byUrgency(data.checks).map((check) => (
          <CheckRow key={`${check.subject} ${check.detail}`} {...check} />
        ))}
      </List>
    </Card>
  )
}

const states: Record<Check['state'], { tone: Tone; text: string }> = {
  fail: { tone: 'bad', text: 'failed' },
  warn: { tone: 'warn', text: 'warning' },
  ok: { tone: 'good', text: 'ok' },
  none: { tone: 'neutral', text: 'not installed' },
}

function CheckRow({ subject, state, detail, hint }: Check) {
  const { tone, text } = states[state]
  return (
    <ListRow
      title={sentence(subject)}
      detail={
        <div className="stack">
          <p>{sentence(detail)}</p>
          {hint && (
            <div>
              {isCommand(hint) ? (
                <Command text={hint} />
              ) : (
                <p className="health-hint">{sentence(hint)}</p>
              )}
            </div>
          )}
        </div>
      }
      trailing={<Badge tone={tone}>{text}</Badge>}
    />
  )
}

/** A hint is either a command to copy or a sentence. */
const isCommand = (hint: string) => /^throughline [a-z]/.test(hint) && !/[,;]/.test(hint)

function byUrgency(checks: readonly Check[]): Check[] {
  const order = Object.keys(states)
  return checks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
}

function summarize(checks: readonly Check[]): string {
  const having = (state: Check['state']) => checks.filter((check) => check.state === state).length
  const [failed, warned] = [having('fail'), having('warn')]
  if (failed + warned === 0) return 'Everything is in order'
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(warned > 0 ? [count(warned, 'warning')] : []),
  ]
  return parts.join(', ')
}

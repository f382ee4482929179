import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { useReviewTotal } from '../../api/review-total.ts'
import { Command } from '../../components/command.tsx'
import { Icon } from '../../components/icon.tsx'
import { Card } from '../../components/view.tsx'
import { count, dollars, number } from '../../wording/amounts.ts'
import { isConnected } from '../settings/agent-row.tsx'

/** Before anything was captured. */
export function FirstSteps() {
  return (
    <Card title="Get started">
      <ol className="first-steps">
        <Connect />
        <Step title="Work as usual">
          <p>Start a session. What your agent does appears under Live.</p>
        </Step>
        <Step title="Say what should last">
          <p>Tell your agent “remember that we deploy on Tuesdays”. What it learns appears here.</p>
        </Step>
      </ol>
    </Card>
  )
}

/** The best candidates come first in review; that many are decided in two minutes. */
const bestFirst = 12
const shownForMs = 7 * 24 * 60 * 60_000

/** After an import: what makes memories of the sessions, and gets them to agents. */
export function AfterImport() {
  const run = useOperation('getImport', {}).data?.run
  const isRecent = run?.state === 'done' && Date.now() - Date.parse(run.updatedAt) < shownForMs
  const unread = useOperation('listUnread', {}, { enabled: isRecent }).data
  const waiting = useReviewTotal(undefined, { enabled: isRecent })
  const hosts = useOperation('getHosts', {}, { enabled: isRecent }).data?.hosts
  if (!isRecent || !unread || waiting === undefined || !hosts) return null
  // A reader that is on reads the sessions since then by itself.
  const sessions = unread.sessions.filter(({ startedAt }) => startedAt < run.updatedAt).length
  if (sessions + waiting === 0 && hosts.some(isConnected)) return null
  const cost = unread.costUsd === undefined ? '' : `, about ${dollars(unread.costUsd)}`
  return (
    <Card title="What to do next">
      <ol className="first-steps">
        <Connect />
        <Step title="Have a model read the sessions" isDone={sessions === 0}>
          {sessions > 0 && (
            <>
              <p>
                {count(sessions, 'session is', 'sessions are')} unread: {number(unread.tokens)}{' '}
                tokens
                {cost}. A model you already have finds ten times what local rules find.
              </p>
              <Command text="throughline learn --all" />
            </>
          )}
        </Step>
        {waiting > 0 && (
          <Step title={`Review the best ${Math.min(bestFirst, waiting)}`}>
            <p>
              <Link to="/review" search={{}}>
                {count(waiting, 'item waits', 'items wait')}
              </Link>
              , the best first, one key each.
            </p>
          </Step>
        )}
      </ol>
    </Card>
  )
}

function Connect() {
  const { data } = useOperation('getHosts', {})
  const connected = data?.hosts.filter(isConnected).map(({ displayName }) => displayName) ?? []
  return (
    <Step title="Connect your agents" isDone={connected.length > 0}>
      {connected.length > 0 ? (
        <p>{connected.join(', ')}</p>
      ) : (
        <>
          <p>Run this once in a terminal. It shows every change and asks first.</p>
          <Command text="throughline setup" />
        </>
      )}
    </Step>
  )
}

interface StepProps {
  readonly title: string
  readonly isDone?: boolean
  readonly children: ReactNode
}

function Step({ title, isDone = false, children }: StepProps) {
  return (
    <li className={isDone ? 'first-step is-done' : 'first-step'}>
      <span className="first-step-mark">{isDone && <Icon name="done" />}</span>
      <div className="first-step-text">
        <h3>
          {title}
          {isDone && <span className="visually-hidden"> (done)</span>}
        </h3>
        {children}
      </div>
    </li>
  )
}

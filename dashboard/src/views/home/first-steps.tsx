import './first-steps.css'
import type { ReactNode } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { Card } from '../../components/card.tsx'
import { Command } from '../../components/command.tsx'
import { Icon } from '../../components/icon.tsx'
import { isConnected } from '../settings/agent-row.tsx'

/** In place of the figures until something was captured or learned. */
export function FirstSteps() {
  const { data } = useOperation('getHosts', {})
  const connected = data?.hosts.filter(isConnected).map(({ displayName }) => displayName) ?? []
  return (
    <Card title="Get started">
      <ol className="first-steps">
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

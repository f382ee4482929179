import './signed-out.css'
import { useEffect } from 'react'
import { commandHere } from './api/connection.ts'
import { onSignInElsewhere } from './api/session.ts'
import { Command } from './components/command.tsx'

/** In place of the dashboard, for a browser that never signed in or whose sign-in ran out. */
export function SignedOut() {
  useEffect(() => onSignInElsewhere(() => location.reload()), [])
  return (
    <main className="signed-out">
      <img src="/favicon.svg" alt="" width="40" height="40" />
      <h1>This browser is not signed in</h1>
      <p>
        Run this in a terminal. It opens the dashboard with a link that works once, for a minute.
      </p>
      <Command text={commandHere('dashboard')} />
      <p className="quiet">The link keeps others on this machine away from your memories.</p>
    </main>
  )
}

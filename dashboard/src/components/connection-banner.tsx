import './connection-banner.css'
import { commandHere } from '../api/command-here.ts'
import { useConnection } from '../api/connection.ts'
import { Command } from './command.tsx'
import { Icon } from './icon.tsx'

const messages = {
  offline: {
    text: 'The daemon does not answer. This page reconnects when it runs again.',
    command: 'start',
  },
  'signed-out': {
    text: 'This browser is signed out. Open the dashboard again with a new link.',
    command: 'dashboard',
  },
}

/** A warning that the shown data may be outdated. */
export function ConnectionBanner() {
  const state = useConnection()
  return (
    <div role="status">
      {state !== 'online' && (
        <div className="connection-banner">
          <Icon name="alert" />
          <p>{messages[state].text}</p>
          <Command text={commandHere(messages[state].command)} />
        </div>
      )}
    </div>
  )
}

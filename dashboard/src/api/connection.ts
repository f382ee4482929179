/** Whether the daemon answers. While it does not, we retry with growing pauses. */
import { useSyncExternalStore } from 'react'
import { expectAnotherRun, fetchSignedIn, onSignInElsewhere } from './session.ts'

export type ConnectionState = 'online' | 'offline' | 'signed-out'

const firstPauseMs = 250
const longestPauseMs = 4_000

function createConnection() {
  const listeners = new Set<() => void>()
  let state: ConnectionState = 'online'
  let pauseMs = firstPauseMs

  function report(next: ConnectionState): void {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
    pauseMs = firstPauseMs
    if (state !== 'offline') return
    expectAnotherRun()
    setTimeout(probe, pauseMs)
  }

  /** An operation, because the health check does not need a sign-in. */
  async function probe(): Promise<void> {
    if (state !== 'offline') return
    try {
      const { status } = await fetchSignedIn('/api/jobs?limit=1')
      report(status === 401 ? 'signed-out' : 'online')
    } catch {
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      setTimeout(probe, pauseMs)
    }
  }

  onSignInElsewhere((adopt) => {
    if (state !== 'signed-out') return
    adopt()
    report('offline')
  })

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    report,
    state: () => state,
    subscribe,
    /** @returns a function that stops waiting; being signed out is an answer too */
    whenBack(go: () => void): () => void {
      report('offline')
      return subscribe(() => {
        if (state !== 'offline') go()
      })
    },
  }
}

export const connection = createConnection()

export function useConnection(): ConnectionState {
  return useSyncExternalStore(connection.subscribe, connection.state)
}

let program = 'throughline'

/** Keeps the default while the daemon does not answer. */
export async function learnCommand(): Promise<void> {
  const response = await fetch('/health').catch(() => undefined)
  const { command } = ((await response?.json().catch(() => undefined)) ?? {}) as {
    command?: string
  }
  program = command ?? program
}

/** A command to copy that works on the home this page shows, even if it is not the default one. */
export function commandHere(args: string): string {
  return `${program} ${args}`
}

/** The root of all routes. */
import { createRootRoute, type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { connection } from './api/connection.ts'
import { Layout } from './components/layout.tsx'
import { EmptyState, ErrorNote, Skeleton } from './components/placeholders.tsx'
import { View } from './components/view.tsx'

export const rootRoute = createRootRoute({
  component: Layout,
  notFoundComponent: NotFound,
  errorComponent: Failed,
})

/** The daemon stopped or has another version; the page must be reloaded. */
export class MissingView extends Error {}

export function NotFound() {
  return (
    <View title="Page not found">
      <EmptyState title="Nothing is here" action={<Link to="/">Go to Home</Link>}>
        The page may be gone, or the link is incomplete.
      </EmptyState>
    </View>
  )
}

export function Failed({ error }: ErrorComponentProps) {
  if (error instanceof MissingView && !wasReloaded()) return <Awaited />
  return (
    <View title="Something went wrong">
      <ErrorNote error={error instanceof Error ? error : new Error(String(error))} />
    </View>
  )
}

/** Reloads the page once the daemon answers, to load a view that failed. */
function Awaited() {
  useEffect(() => connection.whenBack(reload), [])
  return (
    <View title="One moment">
      <Skeleton lines={6} />
    </View>
  )
}

const reloadedKey = 'throughline-reloaded'
const soonMs = 10_000

function reload(): void {
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  location.reload()
}

/** A reload moments ago did not help, so another would not either. */
const wasReloaded = () => Date.now() - Number(sessionStorage.getItem(reloadedKey)) < soonMs

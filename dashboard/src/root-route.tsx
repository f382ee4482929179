/** What every route hangs from. */
import { createRootRoute, type ErrorComponentProps, Link } from '@tanstack/react-router'
import { EmptyState } from './components/empty-state.tsx'
import { ErrorNote } from './components/error-note.tsx'
import { Layout } from './components/layout.tsx'
import { View } from './components/view.tsx'

export const rootRoute = createRootRoute({
  component: Layout,
  notFoundComponent: NotFound,
  errorComponent: Failed,
})

export function NotFound() {
  return (
    <View title="Nothing here">
      <EmptyState title="This address leads nowhere" action={<Link to="/">Go to Now</Link>}>
        What was here may have been forgotten, or the link is incomplete.
      </EmptyState>
    </View>
  )
}

export function Failed({ error }: ErrorComponentProps) {
  return (
    <View title="Something went wrong">
      <ErrorNote error={error instanceof Error ? error : new Error(String(error))} />
    </View>
  )
}

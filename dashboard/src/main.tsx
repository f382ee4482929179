import './styles/tokens.css'
import './styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connection, learnCommand } from './api/connection.ts'
import { createQueryClient, keepFresh } from './api/query-client.ts'
import { startSession } from './api/session.ts'
import { applyDensity, applyTheme } from './components/appearance.tsx'
import { listenForShortcuts } from './keyboard/shortcuts.ts'
import { loadAllViews, router } from './router.ts'
import { SignedOut } from './signed-out.tsx'

const element = document.getElementById('root')
if (!element) throw new Error('the page has no #root')

applyTheme()
applyDensity()
const root = createRoot(element)
const learning = learnCommand()
if (await startSession()) {
  showDashboard()
} else {
  await showSignedOut()
}

async function showSignedOut(): Promise<void> {
  await learning
  document.title = 'Sign in · Throughline'
  root.render(<SignedOut />)
}

function showDashboard(): void {
  listenForShortcuts()
  const queryClient = createQueryClient()
  keepFresh(queryClient)
  // The sign-in ran out before anything was shown.
  connection.subscribe(() => {
    const hasShown = queryClient
      .getQueryCache()
      .getAll()
      .some(({ state }) => state.data !== undefined)
    if (connection.state() === 'signed-out' && !hasShown) void showSignedOut()
  })
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
  // Safari has no idle callbacks.
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(loadAllViews)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle)
}

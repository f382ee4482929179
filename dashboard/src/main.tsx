import './styles/tokens.css'
import './styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient, keepFresh } from './api/query-client.ts'
import { listenForShortcuts } from './keyboard/shortcuts.ts'
import { loadAllViews, router } from './router.ts'
import { applyTheme } from './theme/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

applyTheme()
listenForShortcuts()
const queryClient = createQueryClient()
keepFresh(queryClient)

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

// Safari has no idle callbacks.
addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(loadAllViews))

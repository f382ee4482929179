import './layout.css'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { destinations } from '../navigation.ts'
import { IconButton } from './button.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Dialog } from './dialog.tsx'
import { KeyboardHints } from './keyboard-hints.tsx'
import { Navigation } from './navigation.tsx'
import { Skeleton } from './skeleton.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { Toaster } from './toaster.tsx'

/** The frame around every view. */
export function Layout() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  useGlobalShortcuts()
  return (
    <div className="layout">
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="layout-bar">
        <IconButton icon="menu" label="Menu" onClick={() => setMenuOpen(true)} />
        <Wordmark />
      </header>
      <aside className="layout-side">
        <Wordmark />
        <Navigation />
        <footer className="layout-foot">
          <ThemeSwitch />
          <KeyboardHints />
        </footer>
      </aside>
      <main id="main" className="layout-main" tabIndex={-1}>
        <ConnectionBanner />
        <Suspense fallback={<Skeleton lines={6} />}>
          <Outlet />
        </Suspense>
      </main>
      <Dialog
        title="Throughline"
        look="drawer"
        isOpen={isMenuOpen}
        onClose={() => setMenuOpen(false)}
      >
        <Navigation onNavigate={() => setMenuOpen(false)} />
        <footer className="layout-menu-foot">
          <ThemeSwitch />
        </footer>
      </Dialog>
      <Toaster />
    </div>
  )
}

function Wordmark() {
  return (
    <div className="wordmark">
      <img src="/favicon.svg" alt="" width="20" height="20" />
      Throughline
    </div>
  )
}

function useGlobalShortcuts(): void {
  const navigate = useNavigate()
  useShortcuts('Go to', [
    { keys: '/', label: 'Go to search', run: () => void navigate({ to: '/search' }) },
    ...destinations.map(({ to, label, key }) => ({
      keys: `g ${key}`,
      label,
      run: () => void navigate({ to }),
    })),
  ])
}

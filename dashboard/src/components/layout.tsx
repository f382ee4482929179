import './layout.css'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { AddMemoryDialog } from '../memory/add-memory-dialog.tsx'
import { destinations, searchFor } from '../navigation.ts'
import { Palette } from '../palette/palette.tsx'
import { useCurrentProject } from '../project/current-project.ts'
import { ProjectSwitcher } from '../project/project-switcher.tsx'
import { Button, IconButton } from './button.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { DensitySwitch } from './density-switch.tsx'
import { Dialog } from './dialog.tsx'
import { KeyboardHints } from './keyboard-hints.tsx'
import { Keys } from './keys.tsx'
import { Navigation } from './navigation.tsx'
import { Skeleton } from './skeleton.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { Toaster } from './toaster.tsx'

/** The frame around every view. */
export function Layout() {
  const [open, setOpen] = useState<'menu' | 'palette' | 'add'>()
  const close = () => setOpen(undefined)
  useGlobalShortcuts()
  useShortcuts('Everywhere', [
    { keys: 'Mod+k', label: 'Jump to anything', run: () => setOpen('palette') },
    { keys: 'n', label: 'Add a memory', run: () => setOpen('add') },
  ])
  return (
    <div className="layout">
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="layout-bar">
        <IconButton icon="menu" label="Menu" onClick={() => setOpen('menu')} />
        <Wordmark />
        <IconButton
          icon="search"
          label="Jump to…"
          className="layout-bar-search"
          onClick={() => setOpen('palette')}
        />
      </header>
      <aside className="layout-side">
        <Wordmark />
        <Button
          icon="search"
          className="layout-search"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setOpen('palette')}
        >
          Jump to…
          <span aria-hidden="true">
            <Keys keys="Mod+k" />
          </span>
        </Button>
        <ProjectSwitcher />
        <Navigation />
        <footer className="layout-foot">
          <ThemeSwitch />
          <DensitySwitch />
          <KeyboardHints />
        </footer>
      </aside>
      <main id="main" className="layout-main" tabIndex={-1}>
        <ConnectionBanner />
        <Suspense fallback={<Skeleton lines={6} />}>
          <Outlet />
        </Suspense>
      </main>
      <Dialog title="Throughline" look="drawer" isOpen={open === 'menu'} onClose={close}>
        <ProjectSwitcher />
        <Navigation onNavigate={close} />
        <footer className="layout-menu-foot">
          <ThemeSwitch />
          <DensitySwitch />
        </footer>
      </Dialog>
      <Palette isOpen={open === 'palette'} onClose={close} onAdd={() => setOpen('add')} />
      <AddMemoryDialog isOpen={open === 'add'} onClose={close} />
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
  const project = useCurrentProject()
  useShortcuts('Go to', [
    { keys: '/', label: 'Go to search', run: () => void navigate({ to: '/search' }) },
    ...destinations.map((destination) => ({
      keys: `g ${destination.key}`,
      label: destination.label,
      run: () => void navigate({ to: destination.to, search: searchFor(destination, project) }),
    })),
  ])
}

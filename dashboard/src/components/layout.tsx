import './layout.css'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { commandHere, useConnection } from '../api/connection.ts'
import { useReviewTotal } from '../api/review-total.ts'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { AddMemoryDialog } from '../memory/add-memory-dialog.tsx'
import { destinations, searchFor } from '../navigation.ts'
import { Palette } from '../palette/palette.tsx'
import { ProjectSwitcher, useCurrentProject } from '../project/current-project.tsx'
import { DensitySwitch, ThemeSwitch } from './appearance.tsx'
import { Button, IconButton } from './button.tsx'
import { Command } from './command.tsx'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { KeyboardHelp, Keys } from './keys.tsx'
import { Skeleton } from './placeholders.tsx'
import { Toaster } from './toasts.tsx'

export function Layout() {
  const [open, setOpen] = useState<'menu' | 'palette' | 'add' | 'keys'>()
  const close = () => setOpen(undefined)
  useGlobalShortcuts()
  useShortcuts('Everywhere', [
    { keys: 'Mod+k', label: 'Jump to anything', run: () => setOpen('palette') },
    { keys: 'n', label: 'Add a memory', run: () => setOpen('add') },
    { keys: '?', label: 'Show these keys', run: () => setOpen('keys') },
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
          <IconButton icon="help" label="Keyboard shortcuts (?)" onClick={() => setOpen('keys')} />
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
      {open === 'add' && <AddMemoryDialog onClose={close} />}
      <KeyboardHelp isOpen={open === 'keys'} onClose={close} />
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
function ConnectionBanner() {
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

function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const project = useCurrentProject()
  return (
    <nav className="navigation" aria-label="Views">
      <ul>
        {destinations.map((destination) => (
          <li key={destination.to}>
            <Link
              to={destination.to}
              search={searchFor(destination, project)}
              className="navigation-link"
              activeOptions={{ exact: destination.to === '/', includeSearch: false }}
              {...(onNavigate && { onClick: onNavigate })}
            >
              <Icon name={destination.icon} />
              {destination.label}
              {destination.to === '/review' && <ReviewBadge project={project} />}
              <span className="navigation-keys" aria-hidden="true">
                <Keys keys={`g ${destination.key}`} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const mostShown = 99
/** Counting must not delay the first view. */
const firstCountMs = 2_000

/** How many decisions wait; nothing if none do. */
function ReviewBadge({ project }: { project: string | undefined }) {
  const [enabled, setEnabled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setEnabled(true), firstCountMs)
    return () => clearTimeout(timer)
  }, [])
  const total = useReviewTotal(project, { enabled }) ?? 0
  if (total === 0) return null
  return (
    <span className="navigation-badge">
      {total > mostShown ? `${mostShown}+` : total}
      <span className="visually-hidden"> to review</span>
    </span>
  )
}

/** Keys that work anywhere on the page, and the list of them that `?` shows. */
import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface Shortcut {
  /**
   * Keys one after another, e.g. `g h`; as `KeyboardEvent.key` names them, e.g. `Enter`, `?`. `Mod+k`
   * is Ctrl or ⌘ with a key, and works in text fields as well.
   */
  readonly keys: string
  readonly label: string
  /** Whether it repeats while its key is held down. */
  readonly repeats?: boolean
  readonly run: () => void
}

export interface ShortcutGroup {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

/** How long the first key of a sequence waits for the second. */
const sequenceMs = 1_200

let groups: readonly ShortcutGroup[] = []
const listeners = new Set<() => void>()

function setGroups(next: readonly ShortcutGroup[]): void {
  groups = next
  for (const listener of listeners) listener()
}

/** If shortcuts share keys, the last one registered runs: a view's before the page's. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  const shape = shortcuts
    .map(({ keys, label, repeats = false }) => `${keys}\n${label}\n${repeats}`)
    .join('\n\n')
  useEffect(() => {
    const group: ShortcutGroup = {
      title,
      shortcuts: shape.split('\n\n').flatMap((line, index) => {
        const [keys = '', label = '', repeats] = line.split('\n')
        const run = () => current.current[index]?.run()
        return keys ? [{ keys, label, repeats: repeats === 'true', run }] : []
      }),
    }
    setGroups([...groups, group])
    return () => setGroups(groups.filter((each) => each !== group))
  }, [title, shape])
}

export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => groups,
  )
}

/** @returns a function that stops listening */
export function listenForShortcuts(): () => void {
  let typed = ''
  let typedAt = 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey) return runChord(event)
    if (isMeantOtherwise(event)) return
    const now = performance.now()
    const sequence = now - typedAt < sequenceMs && typed ? `${typed} ${event.key}` : event.key
    const all = groups.flatMap(({ shortcuts }) => shortcuts)
    const found = all.findLast(({ keys }) => keys === sequence)
    if (event.repeat && !found?.repeats) return
    const isBeginning = all.some(({ keys }) => keys.startsWith(`${sequence} `))
    typed = found || !isBeginning ? '' : sequence
    typedAt = now
    if (!found) return
    event.preventDefault()
    found.run()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

function runChord(event: KeyboardEvent): void {
  if (event.repeat || event.altKey || isDialogOpen()) return
  const chord = `Mod+${event.key.toLowerCase()}`
  const found = groups.flatMap(({ shortcuts }) => shortcuts).findLast(({ keys }) => keys === chord)
  if (!found) return
  event.preventDefault()
  found.run()
}

const isDialogOpen = () => document.querySelector('dialog[open]') !== null

/** The key belongs to a text field, the browser, the focused control or an open dialog. */
function isMeantOtherwise({ target, key, altKey }: KeyboardEvent): boolean {
  if (altKey || isDialogOpen()) return true
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable || ownKeys.some(([what, own]) => own.test(key) && target.matches(what))
  )
}

/** Keys that controls handle themselves. */
const ownKeys: readonly (readonly [what: string, keys: RegExp])[] = [
  ['input:not([type="checkbox"], [type="radio"], [type="range"]), select, textarea', /./],
  ['a, button, summary, [role="tab"]', /^(Enter| )$/],
  ['[type="checkbox"]', /^ $/],
  ['[type="radio"], [type="range"]', /^( |Arrow.+|Home|End|Page.+)$/],
]

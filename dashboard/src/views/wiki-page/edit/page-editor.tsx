import { useBlocker } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Keys } from '../../../components/keys.tsx'
import type { WhichWiki, WikiPage } from '../../../wiki/which-wiki.tsx'
import { useSavePage } from './use-save-page.ts'

interface PageEditorProps {
  readonly page: WikiPage
  readonly which: WhichWiki
  readonly onClose: () => void
}

/** Based on the page it opened with: a change made meanwhile is shown, never overwritten unasked. */
export function PageEditor({ page, which, onClose }: PageEditorProps) {
  const [base, setBase] = useState(page)
  const [text, setText] = useState(page.text)
  const [isAsking, setIsAsking] = useState(false)
  const { save, isSaving } = useSavePage(which)
  const field = useRef<HTMLTextAreaElement>(null)
  const isSaved = useRef(false)
  const id = useId()
  const isChanged = text !== base.text
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged && !isSaved.current,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })
  useEffect(() => field.current?.focus(), [])
  const submit = async () => {
    // The conflict shows itself as soon as the page is read again.
    const saved = await save(base, text).catch(() => undefined)
    if (!saved) return
    isSaved.current = true
    onClose()
  }
  const leave = () => (isChanged ? setIsAsking(true) : onClose())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
    else return
    event.preventDefault()
  }
  const goOnWith = (words: string) => {
    setBase(page)
    setText(words)
    field.current?.focus()
  }
  return (
    <div className="stack">
      {page.hash !== base.hash && !isSaving && (
        <BothVersions
          now={page.text}
          mine={text}
          onTake={() => goOnWith(page.text)}
          onKeep={() => goOnWith(text)}
        />
      )}
      <div className="wiki-editor">
        <label htmlFor={id}>Markdown of this page</label>
        <textarea
          ref={field}
          id={id}
          value={text}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        <p id={`${id}-hint`} className="wiki-editor-hint">
          Each list item is a memory: change it, add one, or remove one to forget it. Leave the{' '}
          <code>^anchor</code> at its end.
        </p>
      </div>
      <div className="row">
        <Button look="primary" isBusy={isSaving} onClick={() => void submit()}>
          Save
        </Button>
        <Button onClick={leave}>Cancel</Button>
        <span className="wiki-editor-keys">
          <Keys keys="Mod+Enter" /> saves
        </span>
      </div>
      <DiscardDialog
        isOpen={isAsking || blocker.status === 'blocked'}
        onKeep={() => {
          setIsAsking(false)
          blocker.reset?.()
        }}
        onDiscard={() => {
          isSaved.current = true
          onClose()
          blocker.proceed?.()
        }}
      />
    </div>
  )
}

interface BothVersionsProps {
  readonly now: string
  readonly mine: string
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** The page changed while somebody edited it. */
function BothVersions({ now, mine, onTake, onKeep }: BothVersionsProps) {
  return (
    <section className="wiki-versions" aria-label="Both versions" role="alert">
      <p>
        <strong>The page changed in the meantime.</strong> Nothing is saved yet. Lines that only one
        version has are marked. If you keep yours, saving replaces the page, and statements missing
        in yours are forgotten.
      </p>
      <div className="wiki-versions-pair">
        <Version title="The page now" text={now} other={mine} />
        <Version title="Yours" text={mine} other={now} />
      </div>
      <div className="row">
        <Button onClick={onTake}>Use the page’s text</Button>
        <Button onClick={onKeep}>Keep mine</Button>
      </div>
    </section>
  )
}

function Version({ title, text, other }: { title: string; text: string; other: string }) {
  const lines = new Set(other.split('\n'))
  return (
    <figure className="wiki-version">
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible */}
      <pre tabIndex={0}>
        {text.split('\n').map((line, n) => {
          const isOnlyHere = line.trim() !== '' && !lines.has(line)
          const shown = `${line}\n`
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no other name
          return isOnlyHere ? <mark key={n}>{shown}</mark> : shown
        })}
      </pre>
    </figure>
  )
}

interface DiscardDialogProps {
  readonly isOpen: boolean
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

function DiscardDialog({ isOpen, onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog
      title="Discard your changes?"
      isOpen={isOpen}
      onClose={onKeep}
      actions={
        <>
          <Button onClick={onKeep}>Keep editing</Button>
          <Button look="danger" onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    >
      <p>What you wrote on this page is not saved yet.</p>
    </Dialog>
  )
}

import { Button } from '../../../components/button.tsx'

interface BothVersionsProps {
  /** The page as it is now. */
  readonly now: string
  readonly mine: string
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** The page changed while somebody edited it. */
export function BothVersions({ now, mine, onTake, onKeep }: BothVersionsProps) {
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

interface VersionProps {
  readonly title: string
  readonly text: string
  readonly other: string
}

function Version({ title, text, other }: VersionProps) {
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

import { withoutControls } from './without-controls.ts'

/** One line of at most so many characters, cut between words where that costs little. */
export function shorten(text: string, most: number): string {
  const line = oneLine(text)
  if (line.length <= most) return line
  const start = line.slice(0, most - 1)
  const space = start.lastIndexOf(' ')
  const kept = space > most * 0.7 ? start.slice(0, space) : start
  return `${kept.replace(/[\ud800-\udbff]$/, '').trimEnd()}…`
}

/** The end of a path says more than its beginning. */
export function shortenPath(path: string, most: number): string {
  const line = oneLine(path)
  if (line.length <= most) return line
  return `…${line.slice(1 - most).replace(/^[\udc00-\udfff]/, '')}`
}

function oneLine(text: string): string {
  return withoutControls(text.toWellFormed()).replace(/\s+/g, ' ').trim()
}

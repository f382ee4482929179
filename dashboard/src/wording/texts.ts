/** Formats external texts for display. */

/** Capitalises an error message. A command stays unchanged. */
export function sentence(text: string): string {
  const line = text.trim()
  if (line.startsWith('throughline ')) return line
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`
}

/** Where code cannot be set as code. */
export function withoutMarks(text: string): string {
  return text.replace(/`([^`\n]+)`/g, '$1')
}

/** Shortens to one line, with an ellipsis. */
export function shorten(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  if (characters.length <= most) return characters.join('')
  const start = characters.slice(0, most - 1).join('')
  return `${start.replace(/[\s.,;:–—-]+$/, '')}…`
}

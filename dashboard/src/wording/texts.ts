/** Texts of others, made fit for their place. */

/** Errors begin small, as parts of sentences. A command stays as it is typed. */
export function sentence(text: string): string {
  const line = text.trim()
  if (line.startsWith('throughline ')) return line
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`
}

/** In one line; what is left out is marked. */
export function shorten(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  if (characters.length <= most) return characters.join('')
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`
}

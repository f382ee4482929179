/** Removes lines from a text; the others keep their line ends. */
export function removeLines(text: string, start: number, end: number): string {
  const parts = text.split(/(\r\n|\r|\n)/)
  return parts.filter((_, n) => n < start * 2 || n >= end * 2).join('')
}

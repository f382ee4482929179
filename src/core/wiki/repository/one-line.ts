/**
 * A statement in one line, because git merges line by line: lines that two statements have in common
 * would be merged into one and tear both apart.
 */
const mark = '<br>'

export function toOneLine(text: string): string {
  return text.replace(/\\*<br>/g, (found) => `\\${found}`).replaceAll('\n', mark)
}

export function fromOneLine(line: string): string {
  return line.replace(/(\\*)<br>/g, (_, slashes: string) =>
    slashes === '' ? '\n' : `${slashes.slice(1)}${mark}`,
  )
}

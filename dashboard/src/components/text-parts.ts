/** Words, `code` in backticks, and blocks of code between fences of three. */

export interface TextPart {
  readonly kind: 'words' | 'code' | 'block'
  readonly text: string
}

/** From fence to fence, or to the end of a text that was cut. */
const block = /(^[ \t]*```[^\n`]*\n.*?(?:^[ \t]*```[ \t]*(?:\n|$)|$(?!.)))/ms
const code = /(`[^`\n]+`)/

/** Drops empty lines around a block, which has its own spacing. */
export function textParts(text: string): TextPart[] {
  const parts = text.split(block)
  return parts.flatMap((part, index) => {
    if (index % 2 === 1) return { kind: 'block' as const, text: withoutFences(part) }
    const words = index > 0 ? part.replace(/^\n+/, '') : part
    return inlineParts(index < parts.length - 1 ? words.replace(/\n+$/, '') : words)
  })
}

function inlineParts(text: string): TextPart[] {
  return text
    .split(code)
    .map((part, index) =>
      index % 2 === 1
        ? { kind: 'code' as const, text: part.slice(1, -1) }
        : { kind: 'words' as const, text: part },
    )
    .filter((part) => part.text !== '')
}

function withoutFences(part: string): string {
  return part.replace(/^.*\n/, '').replace(/\n?[ \t]*```[ \t]*\n?$/, '')
}

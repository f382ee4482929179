/** Markdown for generated reference pages. */

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.map(escapeCell).join(' | ')} |\n`).join('')
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``
}

export function fence(language: string, lines: readonly string[]): string {
  return `\`\`\`${language}\n${lines.map((line) => `${line}\n`).join('')}\`\`\`\n`
}

/** A sentence that ends in a full stop. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

/** Words in angle brackets would be HTML outside of code. */
export function plain(text: string): string {
  return text.replace(/`[^`]*`|[<>]/g, (part) =>
    part === '<' ? '&lt;' : part === '>' ? '&gt;' : part,
  )
}

/** Parses git's configuration format. Skips malformed lines and does not follow includes. */

export interface ConfigVariable {
  /** `remote` in lower case. */
  readonly section: string
  /** `origin`, as written. */
  readonly subsection: string | undefined
  /** `url` in lower case. */
  readonly name: string
  /** Undefined for a name without a value, which git reads as true. */
  readonly value: string | undefined
}

export function parseGitConfig(text: string): ConfigVariable[] {
  const variables: ConfigVariable[] = []
  let section = ''
  let subsection: string | undefined
  for (const line of logicalLines(text)) {
    const header = /^\s*\[\s*([\w.-]+?)\s*(?:"((?:[^"\\]|\\.)*)"\s*)?\]/.exec(line)
    if (header) {
      const [name = '', dotted] = splitOnce(header[1] ?? '', '.')
      section = name.toLowerCase()
      subsection = header[2]?.replace(/\\(.)/g, '$1') ?? dotted?.toLowerCase()
    } else if (/^\s*\[/.test(line)) {
      // A broken header: the following lines belong to no known section.
      section = ''
    }
    const rest = header ? line.slice(header[0].length) : line
    const [, name, assigned] = /^\s*([a-z][\w-]*)\s*(=.*)?/is.exec(rest) ?? []
    if (name === undefined) continue
    const value = assigned === undefined ? undefined : parseValue(assigned.slice(1))
    variables.push({ section, subsection, name: name.toLowerCase(), value })
  }
  return variables
}

/** The first url of `origin`, or of the only remote. */
export function findRemoteUrl(variables: readonly ConfigVariable[]): string | undefined {
  const urls = new Map<string, string>()
  for (const { section, subsection, name, value } of variables) {
    if (section !== 'remote' || name !== 'url' || subsection === undefined) continue
    // An empty url clears the previous ones; of the others the first counts.
    if (!value) urls.delete(subsection)
    else if (!urls.has(subsection)) urls.set(subsection, value)
  }
  const [only, ...others] = urls.values()
  return urls.get('origin') ?? (others.length === 0 ? only : undefined)
}

export function findVariable(
  variables: readonly ConfigVariable[],
  section: string,
  name: string,
): string | undefined {
  return variables.findLast(
    (variable) =>
      variable.section === section && variable.subsection === undefined && variable.name === name,
  )?.value
}

/** A longer line is no setting of anybody's. */
const mostLineCharacters = 64 * 1024

/** A backslash at the end of a line, outside a comment, continues it on the next. */
function logicalLines(text: string): string[] {
  const lines: string[] = []
  let parts: string[] = []
  let isQuoted = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const end = endOfLine(line, isQuoted)
    parts.push(end.isContinued ? line.slice(0, -1) : line)
    isQuoted = end.isContinued && end.isQuoted
    if (end.isContinued) continue
    lines.push(parts.join(''))
    parts = []
  }
  if (parts.length > 0) lines.push(parts.join(''))
  return lines.filter(({ length }) => length <= mostLineCharacters)
}

function endOfLine(line: string, quoted: boolean): { isContinued: boolean; isQuoted: boolean } {
  let isQuoted = quoted
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]
    if (character === '\\') {
      at += 1
      if (at === line.length) return { isContinued: true, isQuoted }
    } else if (character === '"') {
      isQuoted = !isQuoted
    } else if (!isQuoted && (character === '#' || character === ';')) {
      break
    }
  }
  return { isContinued: false, isQuoted }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' }

function parseValue(text: string): string {
  let value = ''
  let kept = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '"') {
      isQuoted = !isQuoted
    } else if (character === '\\') {
      at += 1
      const escaped = text[at] ?? ''
      value += escapes[escaped] ?? escaped
    } else if (!isQuoted && (character === '#' || character === ';')) {
      break
    } else if (!isQuoted && /\s/.test(character)) {
      // Whitespace counts only inside a value.
      if (value !== '') value += character
      continue
    } else {
      value += character
    }
    kept = value.length
  }
  return value.slice(0, kept)
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)]
}

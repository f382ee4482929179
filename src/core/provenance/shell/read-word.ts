/** Reads the words of a shell script: quotes, escapes, variables and nested scripts. */
type WordPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `isWhole` is false for `${name:-…}` and similar forms. */
  | { readonly kind: 'variable'; readonly name: string; readonly isWhole: boolean }
  /** `$( )`, backticks, `<( )`. */
  | { readonly kind: 'script'; readonly steps: readonly ShellStep[] }

export type ShellWord = readonly WordPart[]

export interface ShellCommand {
  readonly kind: 'command'
  readonly assignments: readonly { readonly name: string; readonly values: readonly ShellWord[] }[]
  /** The program and its arguments; empty for a line with only assignments or redirections. */
  readonly words: readonly ShellWord[]
  readonly reads: readonly ShellWord[]
  readonly writes: readonly ShellWord[]
  /** Files opened for appending. */
  readonly appends: readonly ShellWord[]
  /** A here-document or here-string. */
  readonly input: ShellWord | undefined
  /** Its input is the previous command's output. */
  readonly isFed: boolean
  /** Commands of one pipeline share a number. */
  readonly pipeline: number
}

/** Subshells are marked, because their folder and variables end with them. */
export type ShellStep =
  | ShellCommand
  | { readonly kind: 'enter' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'function'; readonly name: string }

export interface ReadingOptions {
  /** A backslash separates folders and does not quote the next character. */
  readonly isWindows: boolean
}

export class UnreadableScript extends Error {}

/** The deepest nesting of scripts. */
export const deepest = 24

export type ScriptCursor = ReturnType<typeof createCursor>

export function createCursor(source: string) {
  const cursor = {
    at: 0,
    source,
    /** @param pattern must be sticky */
    take(pattern: RegExp): RegExpExecArray | undefined {
      pattern.lastIndex = cursor.at
      const found = pattern.exec(source) ?? undefined
      if (found) cursor.at += found[0].length
      return found
    },
    sees: (text: string) => source.startsWith(text, cursor.at),
  }
  return cursor
}

/** How to read scripts inside a word. */
interface ScriptReading {
  /** Reads to the closing parenthesis. */
  list(depth: number): ShellStep[]
  script(inner: string, depth: number): ShellStep[]
}

export function createWordReader(
  cursor: ScriptCursor,
  options: ReadingOptions,
  read: ScriptReading,
) {
  const { source, take, sees } = cursor

  /** Reads text in which only variables and scripts are special. */
  function readText(depth: number): ShellWord {
    if (depth > deepest) unreadable()
    const parts = collectParts()
    while (cursor.at < source.length) {
      const plain = take(/[^$`\\]+/y)?.[0] ?? take(/\\[$`\\\n]?/y)?.[0].slice(-1)
      if (plain !== undefined) parts.add(plain)
      else readExpansion(parts, depth)
    }
    return parts.word()
  }

  function readWord(depth: number): ShellWord {
    if (depth > deepest) unreadable()
    const parts = collectParts()
    const from = cursor.at
    for (;;) {
      const plain = take(/[^\s;&|<>()'"`$\\]+/y)
      if (plain) {
        parts.add(plain[0])
        continue
      }
      const character = source[cursor.at]
      if (character === "'") {
        parts.add(take(/'([^']*)'/y)?.[1] ?? unreadable())
      } else if (character === '"') {
        cursor.at++
        readQuoted(parts, depth)
      } else if (character === '\\') {
        readEscape(parts)
      } else if (character === '`' || character === '$') {
        readExpansion(parts, depth)
      } else if ((character === '<' || character === '>') && source[cursor.at + 1] === '(') {
        cursor.at += 2
        parts.push({ kind: 'script', steps: read.list(depth + 1) })
      } else if (character === '(') {
        // PowerShell's `(…)`, and patterns such as `!(a|b)`.
        cursor.at++
        parts.push({ kind: 'script', steps: read.list(depth + 1) })
      } else {
        if (cursor.at === from) unreadable()
        return parts.word()
      }
    }
  }

  function readQuoted(parts: Parts, depth: number): void {
    for (;;) {
      const plain = take(/[^"$`\\]+/y)
      if (plain) parts.add(plain[0])
      else if (cursor.at >= source.length) unreadable()
      else if (take(/"/y)) return
      else if (sees('\\')) {
        const escaped = take(/\\([$`"\\\n])/y)?.[1]
        if (escaped !== undefined && !(options.isWindows && escaped === '\\')) {
          parts.add(escaped === '\n' ? '' : escaped)
        } else {
          if (escaped === undefined) cursor.at++
          parts.add(options.isWindows ? '/' : '\\')
        }
      } else readExpansion(parts, depth)
    }
  }

  function readEscape(parts: Parts): void {
    const next = source[cursor.at + 1] ?? ''
    const isSeparator = options.isWindows && /[\w.@~*-]|^$|\\/.test(next)
    parts.add(isSeparator ? '/' : next === '\n' ? '' : next)
    cursor.at += isSeparator && next !== '\\' ? 1 : 2
  }

  function readExpansion(parts: Parts, depth: number): void {
    if (sees('`')) {
      const inner = take(/`((?:[^`\\]|\\[\s\S])*)`/y)?.[1] ?? unreadable()
      const steps = read.script(inner.replace(/\\([`\\$])/g, '$1'), depth + 1)
      parts.push({ kind: 'script', steps })
    } else if (sees('$((')) skipArithmetic('$((', parts)
    else if (take(/\$\(/y)) parts.push({ kind: 'script', steps: read.list(depth + 1) })
    else if (take(/\$\{/y)) readBraced(parts, depth)
    else if (sees("$'")) parts.add((take(/\$'((?:[^'\\]|\\[\s\S])*)'/y) ?? unreadable())[1] ?? '')
    else {
      const name = take(/\$(?:env:)?(\w+|[@*#?$!-])/y)?.[1]
      if (name !== undefined) parts.push({ kind: 'variable', name, isWhole: true })
      else parts.add(take(/\$/y)?.[0] ?? unreadable())
    }
  }

  function readBraced(parts: Parts, depth: number): void {
    const name = take(/[#!]?(\w+|[@*#?$!-])?(?:\[[^\]\n]*\])?/y)?.[1] ?? ''
    const isWhole = sees('}')
    parts.push({ kind: 'variable', name, isWhole })
    const ignored = collectParts()
    for (;;) {
      if (cursor.at >= source.length) unreadable()
      if (take(/\}/y)) break
      if (take(/"/y)) readQuoted(ignored, depth + 1)
      else if (take(/[^}"$`\\]+|\\[\s\S]/y)) continue
      else readExpansion(ignored, depth + 1)
    }
    for (const part of ignored.word()) if (part.kind === 'script') parts.push(part)
  }

  /** The value is a number, but a command inside is still read. */
  function skipArithmetic(start: string, parts?: Parts): void {
    cursor.at += start.length
    let open = 2
    while (open > 0) {
      if (cursor.at >= source.length) unreadable()
      if (parts && (sees('$(') || sees('`'))) readExpansion(parts, 1)
      else {
        if (sees('(')) open++
        if (sees(')')) open--
        cursor.at++
      }
    }
    parts?.add('0')
  }

  return { readWord, readText, skipArithmetic }
}

type Parts = ReturnType<typeof collectParts>

function collectParts() {
  const parts: WordPart[] = []
  let pending = ''
  const flush = () => {
    if (pending !== '') parts.push({ kind: 'text', text: pending })
    pending = ''
  }
  return {
    add(text: string) {
      pending += text
    },
    push(part: WordPart) {
      flush()
      parts.push(part)
    },
    word(): ShellWord {
      flush()
      return parts
    },
  }
}

export function unreadable(): never {
  throw new UnreadableScript()
}

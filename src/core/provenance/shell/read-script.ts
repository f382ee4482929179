/**
 * Reads a shell script as agents write it, for sh and bash, and well enough for zsh and PowerShell.
 * It decides nothing: it lists the script's commands and their arguments.
 */

import {
  createCursor,
  createWordReader,
  deepest,
  type ReadingOptions,
  type ShellCommand,
  type ShellStep,
  type ShellWord,
  UnreadableScript,
  unreadable,
} from './read-word.ts'

/** @returns undefined if the script cannot be read to its end */
export function readScript(script: string, options: ReadingOptions): ShellStep[] | undefined {
  if (script.length > longestScript) return undefined
  try {
    return createReader(script, options).readList(undefined, 0)
  } catch (error) {
    if (error instanceof UnreadableScript) return undefined
    throw error
  }
}

const longestScript = 200_000

/** Words before a command that do not change its meaning. */
const leading = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', '!', '{', 'time'])
const closing = new Set(['}', 'fi', 'done', 'esac'])

interface Draft {
  assignments: { name: string; values: ShellWord[] }[]
  words: ShellWord[]
  reads: ShellWord[]
  writes: ShellWord[]
  appends: ShellWord[]
  input: ShellWord | undefined
}

function createReader(source: string, options: ReadingOptions) {
  const cursor = createCursor(source)
  const { take, sees } = cursor
  const { readWord, readText, skipArithmetic } = createWordReader(cursor, options, {
    list: (depth) => readList(')', depth),
    script: (inner, depth) => createReader(inner, options).readList(undefined, depth),
  })
  let pipelines = 0
  /** Here-documents whose text starts on the next line. */
  let awaited: { readonly end: string; readonly isPlain: boolean; readonly command: Draft }[] = []

  const skipBlanks = () => take(/(?:[ \t\r]|\\\r?\n)+/y)

  function readList(end: ')' | undefined, depth: number): ShellStep[] {
    if (depth > deepest) unreadable()
    const steps: ShellStep[] = []
    let openCases = 0
    let isFed = false
    let pipeline = ++pipelines
    const push = () => {
      const read = readCommand(depth)
      if (!isEmpty(read)) steps.push(command(read, isFed, pipeline))
    }
    for (;;) {
      skipBlanks()
      if (cursor.at >= source.length) {
        if (end !== undefined) unreadable()
        return steps
      }
      if (sees(')')) {
        if (end === undefined) unreadable()
        cursor.at++
        return steps
      }
      if (take(/#[^\n]*/y)) continue
      if (take(/\n/y)) {
        readAwaited(depth)
        pipeline = ++pipelines
        isFed = false
        continue
      }
      if (take(/;;&?|;&/y)) {
        if (openCases > 0 && !readPattern(depth)) openCases--
        pipeline = ++pipelines
        continue
      }
      if (take(/&&|\|\||[;&](?![>])/y)) {
        pipeline = ++pipelines
        isFed = false
        continue
      }
      if (take(/\|&?/y)) {
        isFed = true
        continue
      }
      take(/(?:for|select)[ \t]*(?=\(\()/y)
      if (sees('((')) {
        skipArithmetic('((')
        continue
      }
      if (take(/\(/y)) {
        steps.push({ kind: 'enter' }, ...readList(')', depth + 1), { kind: 'leave' })
        push()
        continue
      }
      const reserved = take(/(?:[a-z]+|[!{}])(?=[\s;)]|$)/y)?.[0]
      if (reserved !== undefined) {
        if (leading.has(reserved)) continue
        if (closing.has(reserved)) {
          if (reserved === 'esac') openCases--
          pipeline = ++pipelines
          push()
          continue
        }
        if (reserved === 'case') {
          openCases++
          skipBlanks()
          const words = [text('case'), readWord(depth)]
          steps.push(command({ ...draft(), words }, false, pipeline))
          take(/[\s]*in\b/y)
          if (!readPattern(depth)) openCases--
          continue
        }
        if (reserved === 'function') {
          const name = take(/\s*([^\s(){};]+)(?:\s*\(\s*\))?/y)?.[1]
          if (name !== undefined) steps.push({ kind: 'function', name })
          continue
        }
        cursor.at -= reserved.length
      }
      const defined = take(/([\w:.-]+)[ \t]*\([ \t]*\)/y)?.[1]
      if (defined !== undefined) {
        steps.push({ kind: 'function', name: defined })
        continue
      }
      const before = cursor.at
      push()
      if (cursor.at === before) unreadable()
      isFed = false
    }
  }

  function isEmpty(read: Draft): boolean {
    const { assignments, words, reads, writes, appends, input } = read
    const parts = [assignments, words, reads, writes, appends].flat().length
    return parts === 0 && input === undefined && !awaited.some(({ command }) => command === read)
  }

  /** Keeps the draft itself, so that a here-document can still be added. */
  function command(read: Draft, isFed: boolean, pipeline: number): ShellCommand {
    return Object.assign(read, { kind: 'command', isFed, pipeline } as const)
  }

  function readCommand(depth: number): Draft {
    const read = draft()
    for (;;) {
      skipBlanks()
      if (cursor.at >= source.length || /[\n;|)]/.test(source[cursor.at] ?? '')) return read
      if (sees('&') && !/^&>/.test(source.slice(cursor.at, cursor.at + 2))) return read
      if (sees('#')) return read
      if (readRedirection(read, depth)) continue
      if (read.words.length === 0) {
        const name = take(/([A-Za-z_]\w*)(?:\[[^\]\n]*\])?\+?=/y)?.[1]
        if (name !== undefined) {
          read.assignments.push({ name, values: readValues(depth) })
          continue
        }
        if (take(/\[\[(?=\s)/y)) {
          read.words.push(text('[['), ...readCondition(depth))
          continue
        }
      }
      read.words.push(readWord(depth))
    }
  }

  function readValues(depth: number): ShellWord[] {
    if (!take(/\(/y)) return [/[\s;&|)]|$/y.test(source[cursor.at] ?? '') ? [] : readWord(depth)]
    return readWordsUntil(')', depth)
  }

  function readWordsUntil(end: string, depth: number): ShellWord[] {
    const words: ShellWord[] = []
    for (;;) {
      take(/(?:\s|#[^\n]*\n)+/y)
      if (cursor.at >= source.length) unreadable()
      if (sees(end)) {
        cursor.at += end.length
        return words
      }
      if (!take(/[&|;<>]+/y)) words.push(readWord(depth))
    }
  }

  function readCondition(depth: number): ShellWord[] {
    const words: ShellWord[] = []
    for (;;) {
      take(/\s+/y)
      if (cursor.at >= source.length) unreadable()
      if (take(/\]\](?=[\s;&|)]|$)/y)) return words
      if (!take(/[&|;<>()!]+/y)) words.push(readWord(depth))
    }
  }

  /** @returns whether another branch starts */
  function readPattern(depth: number): boolean {
    for (;;) {
      take(/(?:\s|#[^\n]*\n)+/y)
      if (take(/esac\b/y)) return false
      if (cursor.at >= source.length) unreadable()
      take(/\(/y)
      if (take(/\)/y)) return true
      if (!take(/[|&;<>]+/y)) readWord(depth)
    }
  }

  function readRedirection(read: Draft, depth: number): boolean {
    if (/^[<>]\(/.test(source.slice(cursor.at, cursor.at + 2))) return false
    const found = take(/(?:\d+|\{\w+\})?(<<<|<<-?|<>|<&|<|>>|>\||>&|&>>|&>|>)/y)
    if (!found) return false
    const operator = found[1] ?? ''
    skipBlanks()
    if (operator === '<<' || operator === '<<-') {
      const isPlain = /^['"\\]/.test(source[cursor.at] ?? '')
      const end = readWord(depth)
        .map((part) => (part.kind === 'text' ? part.text : ''))
        .join('')
      awaited.push({ end, isPlain, command: read })
      return true
    }
    if (operator.endsWith('&') && take(/\d+-?|-/y)) return true
    const word = readWord(depth)
    if (operator === '<<<') read.input = word
    else if (operator.startsWith('<')) read.reads.push(word)
    else if (operator.endsWith('>>')) read.appends.push(word)
    else read.writes.push(word)
    return true
  }

  function readAwaited(depth: number): void {
    const documents = awaited
    awaited = []
    for (const { end, isPlain, command: owner } of documents) {
      const from = cursor.at
      let body = source.length
      let after = source.length
      for (let line = from; line <= source.length; ) {
        const found = source.indexOf('\n', line)
        const stop = found < 0 ? source.length : found
        if (source.slice(line, stop).trim() === end) {
          body = line
          after = Math.min(stop + 1, source.length)
          break
        }
        line = stop + 1
      }
      const written = source.slice(from, body)
      owner.input = isPlain
        ? [{ kind: 'text', text: written }]
        : createReader(written, options).readText(depth + 1)
      cursor.at = after
    }
  }

  return { readList, readText }
}

const draft = (): Draft => ({
  ...{ assignments: [], words: [], reads: [], writes: [], appends: [] },
  input: undefined,
})
const text = (plain: string): ShellWord => [{ kind: 'text', text: plain }]

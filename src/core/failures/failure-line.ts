/** Recognises what a line of output says about a failure: a rule, code, message or failed test. */
import { errorNamesIn } from '../activity/tool-output.ts'

/** The most specific first. */
export const lineKinds = ['rule', 'code', 'message', 'test'] as const
export type LineKind = (typeof lineKinds)[number]

export interface FailureLine {
  readonly kind: LineKind
  /** Without what differs between occurrences. */
  readonly text: string
}

/** @param line one line without colours, of at most a few hundred characters */
export function readFailureLine(line: string): FailureLine | undefined {
  const plain = line.replace(label, '').trimEnd()
  if (plain === '' || frame.test(plain)) return undefined
  if (compilerMessage(plain) !== undefined && !ownName.test(plain.replace(position, ''))) {
    return readRule(plain)
  }
  const readers = [readRule, readCompilerError, readTest, readCode, readMessage]
  for (const read of readers) {
    const found = read(plain)
    if (found) return found
  }
  return undefined
}

/** Prefixes from task runners and loggers: `[lint:go] `, `packages/cli test: `, a time. */
const label =
  /^(?:\s*\[[a-z][\w:.@/-]{0,39}\]\s|\S{1,60} (?:test|build|lint|check)\S{0,20}: |\d{4}-\d\d-\d\d[T ][\d:.,]+Z?\s+)+/
const frame =
  /^\s*(?:at\s.{0,200}[:)]\d+\)?$|at async |File "|from .{0,200}:\d+:in |\d+\s*[|│]|[|│]|\^|~|>\s)/

/** `a.ts:12:3:`, `a.ts(12,3):`, `a.go:12:` */
const position = /^\s*(?:[\w@.+~$-]*[\\/])*[\w@.+~$-]+\.\w{1,8}(?::\d+(:\d+)?|\(\d+,(\d+)\)):?\s+/
const lintTable = /^\s*\d+:\d+\s+error\s.*?\s{2,}([@\w][\w@/-]*)$/
const ruleAtEnd = /\(([a-z][a-z0-9-]{2,40})\)$/
const subCheck = /^([A-Za-z][A-Za-z0-9]{2,30}): /
const lintSummary = /^\s*\* ([a-z][a-z0-9-]{2,40}): \d+$/
const otherRules = [
  /\b((?:lint|assist)\/[a-z]\w+\/\w+)\b/,
  /\b((?:eslint|oxc|react|import|typescript|unicorn|jest|vitest)[\w-]*\([\w-]+\)):/,
  /^[CWEF]: (?:\[\w+\] )?([A-Z]\w+\/\w+):/,
  /^([A-Z]{1,4}\d{3,4})(?: |:)/,
  /\b(SC\d{4})\b/,
  /\b(clippy::\w+)\b/,
]

function readRule(line: string): FailureLine | undefined {
  const place = position.exec(line)
  const message = place ? line.slice(place[0].length) : line
  const table = lintTable.exec(line)?.[1] ?? lintSummary.exec(line)?.[1]
  if (table !== undefined) return compiled.test(table) ? undefined : ruleLine(table)
  const hasColumn = place?.[1] !== undefined
  const atEnd = hasColumn ? ruleAtEnd.exec(message)?.[1] : undefined
  if (atEnd !== undefined && !compiled.test(atEnd)) {
    const part = subCheck.exec(message)?.[1]
    return ruleLine(part === undefined ? atEnd : `${atEnd} ${part}`)
  }
  const isFinding = place !== null || /^\s*(?:×|✖|error|in |at )/i.test(line)
  const rule = otherRules.map((pattern) => pattern.exec(message)?.[1]).find(Boolean)
  return rule !== undefined && isFinding ? ruleLine(rule) : undefined
}

const ruleLine = (name: string): FailureLine => ({ kind: 'rule', text: name.toLowerCase() })

/** Under these names, a linter reports the compiler's own message. */
const compiled = /^typecheck$/

/** A name from this project: without one, every program prints the same message some day. */
const ownName = /[a-z][A-Z]|[A-Za-z]_[A-Za-z]|[A-Za-z]\.[A-Za-z]|["'`][^"'`]*[/@]/

function readCompilerError(line: string): FailureLine | undefined {
  const message = compilerMessage(line)
  if (message === undefined) return undefined
  return fromMessage(errorNamesIn(message).length > 0 ? 'code' : 'message', message)
}

function compilerMessage(line: string): string | undefined {
  const place = position.exec(line)
  const message = (place ? line.slice(place[0].length) : line.trim()).replace(ruleAtEnd, '')
  if (/^(?:error )?(?:TS|CS|C)\d{4,5}: /.test(message)) return message
  const hasColumn = place?.[1] !== undefined || place?.[2] !== undefined
  const isError = hasColumn || (place !== null && /^(?:fatal )?error\b/i.test(message))
  // Warnings decide nothing.
  return isError && !/^(?:warning|note|info|hint)\b/i.test(message) ? message : undefined
}

function readCode(line: string): FailureLine | undefined {
  if (warning.test(line)) return undefined
  const names = errorNamesIn(line).filter((name) => !/^exit code|Warning$/.test(name))
  const name = names.find((each) => !genericCode.test(each))
  if (name === undefined || ticket.test(name)) return undefined
  const isCode = /[\d_]/.test(name) || /^[A-Z]+$/.test(name)
  return fromMessage('code', line, isCode ? 1 : 2)
}

const warning = /warn(?:ing)?\b/i
const genericCode = /^(?:ELIFECYCLE|ERR_PNPM_RECURSIVE_\w+|SIG[A-Z]+)$/
/** An issue number looks like a code. */
const ticket = /^[A-Z]{2,}-\d+$/

const messages = [
  /^\s*(?:error|fatal|panic|fatal error|err|✘ error|npm err!|npm error)\s*[:!]\s*(.+)$/i,
  /^\s*(?:error|fatal|ERROR):?\s+(.+)$/,
  /\b((?:unknown|unrecognized|invalid|unexpected) (?:flag|command|option|subcommand|argument|shorthand)\b.*)$/i,
  /((?:command not found: |[\w./-]+: command not found|not recognized as an internal).*)$/i,
  /^\s*[×✖✘]\s+(.+)$/,
  /\b((?:could not|cannot|can't|unable to|failed to) [a-z]+\b.*)$/i,
  /^\s*([\w.-]+: .*\b(?:no such file or directory|permission denied|not found|already exists|address already in use))\s*$/i,
  /\b(.*\bcertificate\b.*)$/i,
]

function readMessage(line: string): FailureLine | undefined {
  if (warning.test(line)) return undefined
  const message = messages.map((pattern) => pattern.exec(line)?.[1]).find(Boolean)
  return message === undefined ? undefined : fromMessage('message', message)
}

const generic =
  /^(?:the )?(?:task|build|command|compilation|process|script|job|run|step|tests?|lint|checks?|hook|install\w*|request|operation)s?\b.{0,40}\b(?:failed|fails|error\w*|aborted|unsuccessful)|\b(?:exit(?:ed)?(?: with)?(?: a)?(?: non-zero)? (?:code|status)|elifecycle|err_pnpm_recursive_\w+|aborting due to|could not compile|(?:tests?|checks?|suites?|problems?|errors?|issues?) (?:failed|found)|failed tests?|merge conflict|could not apply|failed to push some refs|sibling tool call|errors? were emitted|timed? ?out|not found http|another git process|see above|run with)\b|^(?:complete log|a complete log|this error happened|code|errno|syscall|path|stack|cause)\b/

const stopWord =
  /^(?:the|and|for|with|from|this|that|was|were|not|has|have|had|are|is|in|of|to|on|at|by|be|it|an|or|no|error|errors|failed|failure|fatal|exception|file|files|line|found|find|cannot|could|unable|undefined|null|unknown|invalid|expected|got|want|assertionerror|runtime|internal|module|name|type|value)$/

/** @param leastWords not counting meaningless words */
function fromMessage(
  kind: 'code' | 'message',
  message: string,
  leastWords = 1,
): FailureLine | undefined {
  const text = reduceLine(message)
  if (generic.test(text)) return undefined
  const words = text.split(' ').filter((word) => /\p{L}{2}/u.test(word) && !stopWord.test(word))
  const isSpecific = words.length >= leastWords && text.split(' ').length >= 2
  return isSpecific ? { kind, text } : undefined
}

const tests = [
  /^\s*--- FAIL: (\S+)/,
  /^\s*FAILED (\S+::\S+)/,
  /^\s*(?:FAIL|×|✕|✗)\s+(\S.* > .+?)(?: \d+ ?ms)?$/,
  /^\s*(?:✕|✗)\s+(\S.{7,}?)(?: \(\d+ ?ms\))?$/,
  /^test (\S+) \.\.\. FAILED$/,
]

function readTest(line: string): FailureLine | undefined {
  const name = tests.map((pattern) => pattern.exec(line)?.[1]).find(Boolean)
  const text = name === undefined ? '' : reduceLine(name)
  return text === '' ? undefined : { kind: 'test', text }
}

const longest = 400

/**
 * Reduces a line of output to what stays the same when the failure recurs: no addresses, folders,
 * numbers, hashes, times or quoted sentences. Quoted names stay, because they say what is missing.
 */
function reduceLine(line: string): string {
  return line
    .slice(0, longest)
    .replace(address, ' ')
    .replace(quoted, (_, _mark, inside: string) => (nameLike.test(inside) ? ` ${inside} ` : ' … '))
    .replace(time, '#')
    .replace(folders, '')
    .replace(hash, '#')
    .replace(number, '#')
    .replace(/#(?:[#.:,@-]*#)*/g, '#')
    .replace(/[^\p{L}\p{N}#…_@.:$<>/-]+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])[.:/-]+|[.:]+(?= |$)/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?: #)+ ?$/, '')
    .trim()
    .toLowerCase()
}

const address = /\b[a-z][a-z+.-]{1,15}:\/\/[^\s"'`)>\]]+/gi
const quoted = /(?<![\p{L}\p{N}])(["'`])((?:(?!\1)[^\n]){0,200})\1/gu
/** One name, module, flag or path. */
const nameLike = /^[\p{L}\p{N}@.$:#<>()[\]\\/_+*-]{1,160}$/u
const time =
  /\b\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d+)?Z?)?|\b\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?\b/g
/** Keeps the name of the file. */
const folders = /(?:[A-Za-z]:)?(?:[\p{L}\p{N}@.+~_-]{0,80}[\\/])+/gu
const hash = /\b(?=[0-9a-f]*\d)[0-9a-f]{7,}(?:-[0-9a-f]{4,}){0,4}\b|\b0x[0-9a-f]+\b/gi
const number = /(?<![\p{L}\p{N}_])v?\d[\p{L}\p{N}]*/gu

/** Extracts readable text from a tool's output, whatever form the host gives it. */
import { parseBoundedJson } from '../model/bounded-json.ts'
import { isJsonObject, type Json, type JsonObject } from '../model/json.ts'
import { withoutControls } from '../text/shorten.ts'

const mostCharacters = 600
/** Characters read from the start and the end of a long output. */
const mostRead = 8_000

/** The end of its text, without JSON, colours and lines that the host added. */
export function readableOutput(output: Json): string {
  const text = textOf(output).slice(-mostRead).toWellFormed()
  const lines = withoutControls(text).replace(shellHeader, '').split(/\r?\n/).map(lastOverprint)
  const own = lines.filter((line) => !hostLine.test(line)).map(withoutLabel)
  const joinedLines = own.join('\n').replace(/\n{3,}/g, '\n\n')
  return lastCharacters(joinedLines.trim())
}

/** All of its text as printed; a host's label would hide the first line. */
export const outputText = (output: Json) => textOf(output, everything).replace(/^Output: /m, '')

/** Whether it shows a failure that the host reported as a success. */
export function reportsFailure(output: Json): boolean {
  const given = parseOutput(output)
  return (isJsonObject(given) && hasFailed(given)) || showsExitCode(textOf(given, asSent))
}

type FieldOrder = readonly (readonly string[])[]

/** Fields with text, most readable first; fields of one group are read together. */
const forReading: FieldOrder = [
  ['stdout', 'stderr'],
  ['returnDisplay'],
  ['error'],
  ['text'],
  ['output'],
  ['content'],
  ['textResultForLlm', 'text_result_for_llm'],
  ['llmContent'],
  ['result'],
  ['message'],
  ['file'],
]
/** What the model got says more about the exit than what the user saw. */
const asSent: FieldOrder = [['llmContent'], ...forReading]

/** A tool of an unknown server may answer in any fields. */
const everything: FieldOrder = []

function textOf(output: Json, order = forReading): string {
  const given = parseOutput(output)
  if (typeof given === 'string') return given
  if (Array.isArray(given)) return joined(given.map((each) => textOf(each, order)))
  if (!isJsonObject(given)) return ''
  if (isJsonObject(given.answers ?? null)) return answersIn(given.answers as JsonObject)
  if (order === everything)
    return joined(Object.values(given).map((each) => textOf(each ?? null, order)))
  for (const group of order) {
    const text = joined(group.map((name) => textOf(given[name] ?? null, order)))
    if (text !== '') return text
  }
  return ''
}

const joined = (texts: readonly string[]) => texts.filter((text) => text !== '').join('\n')

/** The user's answers to the agent's questions. */
function answersIn(answers: JsonObject): string {
  return joined(
    Object.entries(answers).map(([question, answer]) => `${question} ${textOf(answer ?? null)}`),
  )
}

/** Codex sends output and exit code as JSON in a string. Parses once, never twice. */
export function parseOutput(output: Json): Json {
  if (typeof output !== 'string' || !/^\{\s*"(?:output|metadata)"/.test(output)) return output
  try {
    const parsed = parseBoundedJson(output) as Json
    return isJsonObject(parsed) && typeof parsed.output === 'string' ? parsed : output
  } catch {
    return output
  }
}

function hasFailed(output: JsonObject): boolean {
  if (output.interrupted === true || output.is_error === true || output.isError === true)
    return true
  const places = [output, output.metadata ?? null].filter(isJsonObject)
  const codes = places.flatMap((place) => [place.exit_code, place.exitCode, place.exit])
  return codes.some((code) => typeof code === 'number' && code !== 0)
}

const exitLine =
  /^(?:exit code:?|process exited with code|<shellId: \S+ completed with exit code) (-?\d+)>?\s*$/i

/** Hosts put it before or after the output; in between is the program's own text. */
function showsExitCode(text: string): boolean {
  const first = text.slice(0, mostRead).split('\n').slice(0, 5)
  const last = text.slice(-mostRead).trimEnd().split('\n').slice(-5)
  return [...first, ...last].some((line) => Number(exitLine.exec(line)?.[1] ?? 0) !== 0)
}

const hostLine =
  /^(?:exit code:? -?\d+|process exited with code -?\d+|wall time: .*|chunk id: .*|original token count: \d+|output:|<shellId: .*>|<\/?untrusted_context>|process group pgid: .*|(?:error|signal): \(none\)|directory: \(root\))\s*$/i

/** Some hosts repeat the command and its folder before the output. */
const shellHeader = /^Command: [\s\S]{0,4000}?\nDirectory: .*\r?\n/

const withoutLabel = (line: string, index: number) =>
  index === 0 ? line.replace(/^Output: /, '') : line

/** What remains visible of an overwritten line, such as a progress bar. */
const lastOverprint = (line: string) => line.slice(line.lastIndexOf('\r') + 1).trimEnd()

/** Starts at a whole line if that keeps most of the text. */
function lastCharacters(text: string): string {
  if (text.length <= mostCharacters) return text
  const end = text.slice(1 - mostCharacters).replace(/^[\udc00-\udfff]/, '')
  const line = end.indexOf('\n')
  return `…${line >= 0 && line < end.length / 4 ? end.slice(line + 1) : end}`
}

const errorNames = [
  /\b[A-Z]\w*(?:Error|Exception|Warning|Failure|Fault)\b/g,
  /\bE[A-Z]{4,}\b|\bERR_[A-Z_]+\b|\bSIG[A-Z]{3,4}\b/g,
  /\b(?:E\d{4}|TS\d{4,5}|CS\d{4}|[A-Z]{1,4}\d{3,5}|[A-Z]{2,}-\d{2,6})\b/g,
]
const noErrors =
  /^(?:ERRORS?|EXPECTED|EXCEPTION|EMPTY|EXISTS|EVENTS?)$|^(?:UTF|ISO|SHA|RFC|AES|RSA|HTTP|IPV)[\d-]*|^\w*Assertion\w*$/i
const mostErrors = 3

/** Identifiers only, because output may contain anything, even instructions. */
export function errorNamesIn(output: string): readonly string[] {
  const names = errorNames.flatMap((pattern) => output.match(pattern) ?? [])
  const exit = /\bexit(?:ed)? (?:code|status)[: ]+(\d{1,3})\b/i.exec(output)?.[1]
  const kept = [...new Set(names)].filter((name) => !noErrors.test(name)).slice(0, mostErrors)
  return kept.length > 0 || exit === undefined || exit === '1' ? kept : [`exit code ${exit}`]
}

/** Whether the user refused the tool, which says nothing about the work. */
export function wasRefused(output: string): boolean {
  return refused.test(output)
}

const refused =
  /\b(?:tool use was rejected|doesn't want to (?:proceed|take this action)|user (?:rejected|denied|declined|cancelled)|request interrupted by user|user has specified a rule which prevents|tool execution aborted)\b/i

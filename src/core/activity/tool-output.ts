/** What a tool put out, as a person would read it, whatever form the host gives it. */
import { isJsonObject, type Json, type JsonObject } from '../model/json.ts'
import { withoutControls } from '../text/shorten.ts'

const mostCharacters = 600
/** A long output is looked at from both ends only. */
const mostLookedAt = 8_000

/** The end of the text in it: no JSON, no colours, no lines the host put around it. */
export function readableOutput(output: Json): string {
  const text = textOf(output).slice(-mostLookedAt).toWellFormed()
  const lines = withoutControls(text).split(/\r?\n/).map(lastOverprint)
  const told = lines.filter((line) => !hostLine.test(line)).map(withoutLabel)
  return lastCharacters(
    told
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  )
}

/** Whether it tells of a failure that the host did not count as one. */
export function reportsFailure(output: Json): boolean {
  const given = unwrapped(output)
  return (isJsonObject(given) && hasFailed(given)) || tellsExitCode(textOf(given, asSent))
}

type FieldOrder = readonly (readonly string[])[]

/** The fields that hold text, the most readable first; those of one group are read together. */
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
/** What the model was sent says more of the exit than what the person was shown. */
const asSent: FieldOrder = [['llmContent'], ...forReading]

function textOf(output: Json, order = forReading): string {
  const given = unwrapped(output)
  if (typeof given === 'string') return given
  if (Array.isArray(given)) return joined(given.map((each) => textOf(each, order)))
  if (!isJsonObject(given)) return ''
  if (isJsonObject(given.answers ?? null)) return answersIn(given.answers as JsonObject)
  for (const group of order) {
    const text = joined(group.map((name) => textOf(given[name] ?? null, order)))
    if (text !== '') return text
  }
  return ''
}

const joined = (texts: readonly string[]) => texts.filter((text) => text !== '').join('\n')

/** What a person chose when the agent asked. */
function answersIn(answers: JsonObject): string {
  return joined(
    Object.entries(answers).map(([question, answer]) => `${question} ${textOf(answer ?? null)}`),
  )
}

/** Codex hands its output and exit code over as JSON in a string. */
function unwrapped(output: Json): Json {
  if (typeof output !== 'string' || !/^\{\s*"(?:output|metadata)"/.test(output)) return output
  try {
    const parsed: Json = JSON.parse(output)
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

/** Hosts tell it before the output or after it; in between it is the program's own affair. */
function tellsExitCode(text: string): boolean {
  const first = text.slice(0, mostLookedAt).split('\n').slice(0, 5)
  const last = text.slice(-mostLookedAt).trimEnd().split('\n').slice(-5)
  return [...first, ...last].some((line) => Number(exitLine.exec(line)?.[1] ?? 0) !== 0)
}

const hostLine =
  /^(?:exit code:? -?\d+|process exited with code -?\d+|wall time: .*|chunk id: .*|original token count: \d+|output:|<shellId: .*>|<\/?untrusted_context>|process group pgid: .*|(?:error|signal): \(none\)|directory: \(root\))\s*$/i

const withoutLabel = (line: string, index: number) =>
  index === 0 ? line.replace(/^Output: /, '') : line

/** The rest of what is written into the same line, as progress bars do. */
const lastOverprint = (line: string) => line.slice(line.lastIndexOf('\r') + 1).trimEnd()

/** Whole lines as far as that leaves most of it. */
function lastCharacters(text: string): string {
  if (text.length <= mostCharacters) return text
  const end = text.slice(1 - mostCharacters).replace(/^[\udc00-\udfff]/, '')
  const line = end.indexOf('\n')
  return `…${line >= 0 && line < end.length / 4 ? end.slice(line + 1) : end}`
}

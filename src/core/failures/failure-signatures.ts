/**
 * What a failed command's output says about the cause, in words that recur. A signature is compared
 * and hashed, never shown, because output is foreign text.
 */
import { withoutControls } from '../text/shorten.ts'
import { type FailureLine, type LineKind, lineKinds, readFailureLine } from './failure-line.ts'

const mostSignatures = 5
const mostLineCharacters = 400
/** If an output repeats one complaint ten thousand times, the first lines are enough. */
const mostLinesRead = 400

/** The output's signatures of the most specific kind, in order; empty if nothing is specific. */
export function signaturesIn(output: string): readonly string[] {
  const found: FailureLine[] = []
  let readLines = 0
  for (const line of linesOf(output)) {
    if (!worthReading.test(line)) continue
    const read = readFailureLine(withoutControls(line))
    if (read) found.push(read)
    if (++readLines >= mostLinesRead) break
  }
  const kind = lineKinds.find((each) => found.some((line) => line.kind === each))
  const texts = found.filter((line) => line.kind === kind).map(({ text }) => `${kind} ${text}`)
  // A linter's summary contains only the rule's name.
  const isSummed = (text: string) => texts.some((other) => other.startsWith(`${text} `))
  const own = kind === 'rule' ? texts.filter((text) => !isSummed(text)) : texts
  return [...new Set(own)].slice(0, mostSignatures)
}

/** Faster than reading each line; matches more than is read. */
const worthReading =
  /error|exception|fail|fatal|panic|cannot|can't|could not|unable|unknown|unrecogni[sz]ed|invalid|unexpected|not found|no such|denied|already|certificate|lint\/|assist\/|clippy|\bE[A-Z]{3,}\b|[A-Z]{1,4}\d{3,5}|:\d+:|\(\d+,\d+\)|\* [a-z-]+: \d|[✕✗×✘✖]/i

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from <= text.length; ) {
    const next = text.indexOf('\n', from)
    const end = next < 0 ? text.length : next
    yield text.slice(from, Math.min(end, from + mostLineCharacters))
    from = end + 1
  }
}

const leastWords = 3
const leastShare = 0.6

/** Whether a memory is about a failure: it contains its rule or code, or most of its words. */
export function knowsSignature(text: string, signature: string): boolean {
  const [kind = '', ...words] = signature.split(' ')
  const own = new Set(text.toLowerCase().match(term) ?? [])
  if ((kind as LineKind) === 'rule') return words.every((word) => own.has(word))
  const codes = words.filter(isCode)
  if (codes.length > 0 && codes.every((word) => own.has(word))) return true
  const telling = words.filter((word) => /\p{L}{3}/u.test(word))
  const shared = telling.filter((word) => own.has(word)).length
  return shared >= leastWords && shared >= leastShare * telling.length
}

export const isCode = (word: string) => code.test(word)

const term = /[\p{L}\p{N}_@$][\p{L}\p{N}_@$:/.-]*[\p{L}\p{N}_$]/gu
/** `ts2305`, `err_module_not_found`, `eaddrinuse` */
const code =
  /^(?:[a-z]{1,5}\d{3,5}|err_\w+|e(?:noent|acces|addrinuse|connrefused|connreset|perm|exist|notfound|timedout|pipe|mfile|nospc|isdir|notdir|resolve|badengine|integrity|needauth))$/

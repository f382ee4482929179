/** Keys written as their bytes: 16 or more numbers below 256. */
import type { Source, Span } from '../scan/source.ts'
import type { SecretName } from '../values/secret-names.ts'
import type { WrittenName } from '../values/written-name.ts'

export function bytesAt(
  source: Source,
  { kind, letters }: SecretName,
  start: number,
): Span | undefined {
  if (kind === 'code' || /s$/.test(letters)) return undefined
  const found = source.match(byteArray, start)?.[1]
  if (found === undefined) return undefined
  const bytes = found.split(',').map(Number)
  if (bytes.some((each) => each > 255) || new Set(bytes).size < leastBytes) return undefined
  const at = source.text.indexOf(found, start)
  return { start: at, end: at + found.length, kind }
}

const byte = String.raw`(?:0x[\da-fA-F]{1,2}|\d{1,3})`
const byteArray = new RegExp(
  String.raw`(?:(?:new )?[\w.!]{1,24}[\[\](]{1,3}|\[\d{0,3}\]byte)?\s{0,4}[\[{(]\s{0,32}(${byte}(?:\s{0,4},\s{0,32}${byte}){15,255})\s{0,4},?\s{0,32}[\]})]`,
  'y',
)

/** At least this many must differ: a row of zeros is an example. */
const leastBytes = 10

/** `wrote keypair`, then the bytes. */
export function findBytesBelow(source: Source, secret: SecretName, { end }: WrittenName) {
  return source.match(lineEnd, end) === null
    ? undefined
    : bytesAt(source, secret, lineEnd.lastIndex)
}

const lineEnd = /[^\n[\]{}=;]{0,40}\r?\n[ \t]{0,16}/y

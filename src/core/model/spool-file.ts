/**
 * The format of a spool file: header lines that a shell can write, an empty line, then the payload
 * unchanged. Parsing the payload happens elsewhere.
 */
import { toCallerNames } from './caller-names.ts'

export interface SpoolEnvelope {
  readonly host: string
  readonly event: string
  readonly cwd?: string
  readonly project?: string
  readonly session?: string
  readonly agent?: string
}

export type SpoolFile =
  | { readonly kind: 'ok'; readonly envelope: SpoolEnvelope; readonly payload: string }
  | { readonly kind: 'broken'; readonly reason: string }

/** How long a hook reads from a host that does not close its stdin; then it keeps what came. */
export const stdinLimitMs = 5_000
export const maxPayloadBytes = 32 * 1024 * 1024
/** A header holds two names and two paths, far less than this. */
export const maxHeaderBytes = 64 * 1024

const signature = 'throughline-spool 1'
const newline = 0x0a

/** The header with its empty line. A value that would break it is left out. */
export function formatSpoolHeader(envelope: SpoolEnvelope): string {
  const { host, event, cwd, project, session, agent } = envelope
  const lines = Object.entries({ host, event, cwd, project, session, agent })
    .filter(([, value]) => value && !value.includes('\n'))
    .map(([name, value]) => `${name} ${value}\n`)
  return `${signature}\n${lines.join('')}\n`
}

export function parseSpoolFile(bytes: Uint8Array): SpoolFile {
  if (bytes.length === 0) return broken('the file is empty')
  const end = headerEnd(bytes)
  if (end === undefined) return broken('the header has no end')
  const envelope = parseHeader(decode(bytes.subarray(0, end)))
  if (!envelope) return broken('the header is not one of ours')
  const payload = bytes.subarray(end + 2)
  if (payload.length > maxPayloadBytes) return broken('the payload is too large')
  return { kind: 'ok', envelope, payload: decode(payload) }
}

/** Reads only the envelope, from the first bytes of a file. */
export function parseSpoolHeader(bytes: Uint8Array): SpoolEnvelope | undefined {
  const end = headerEnd(bytes)
  return end === undefined ? undefined : parseHeader(decode(bytes.subarray(0, end)))
}

function parseHeader(text: string): SpoolEnvelope | undefined {
  const [first, ...lines] = text.split('\n')
  if (first !== signature) return undefined
  const values = new Map(lines.map(splitLine))
  const host = values.get('host')
  const event = values.get('event')
  if (!host || !event) return undefined
  const cwd = values.get('cwd')
  const project = values.get('project')
  return {
    host,
    event,
    ...(cwd && { cwd }),
    ...(project && { project }),
    ...toCallerNames(values.get('session'), values.get('agent')),
  }
}

function splitLine(line: string): [string, string] {
  const space = line.indexOf(' ')
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)]
}

/** The offset of the two newlines that end the header. */
function headerEnd(bytes: Uint8Array): number | undefined {
  const limit = Math.min(bytes.length - 1, maxHeaderBytes)
  for (let at = 0; at < limit; at += 1) {
    if (bytes[at] === newline && bytes[at + 1] === newline) return at
  }
  return undefined
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const broken = (reason: string): SpoolFile => ({ kind: 'broken', reason })

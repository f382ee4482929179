/** Structured logs in logs/, redacted before they are written. */
import { appendFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { type Logger, pino } from 'pino'
import type { Config } from '../../contract/config.ts'
import { redactPayload } from '../../core/capture/redact-payload.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { Redactor } from '../../core/ports/redactor.ts'
import type { Log } from '../../core/ports/runtime.ts'

const rotation = { maxBytes: 5 * 1024 * 1024, keep: 3 }

export function createLog(file: string, { level }: Config['log'], redactor: Redactor): Log {
  const target = { file, ...rotation }
  return createLineLog((line) => appendToRotatingFile(target, line), level, redactor)
}

/** Writes one redacted JSON object per line. */
export function createLineLog(
  write: (line: string) => void,
  level: Config['log']['level'],
  redactor: Redactor,
): Log {
  let made: Logger | undefined
  // Created on first use: most commands log nothing.
  const logger = () => {
    made ??= pino(
      { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
      { write: (line) => writeQuietly(() => write(redactLine(line, redactor))) },
    )
    return made
  }
  return {
    info: (message, fields) => logger().info(fields ?? {}, message),
    warn: (message, fields) => logger().warn(describe(fields), message),
    error: (message, fields) => logger().error(describe(fields), message),
  }
}

/** Redacts each field alone: in one text, a private span in a message would remove the rest. */
function redactLine(line: string, redactor: Redactor): string {
  return `${JSON.stringify(redactPayload(JSON.parse(line) as JsonObject, redactor))}\n`
}

function describe(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const { error, ...rest } = fields
  return error === undefined ? rest : { ...rest, err: error }
}

/** A full disk must not crash the process that logs it. */
function writeQuietly(write: () => void): void {
  try {
    write()
  } catch {}
}

interface RotatingFileOptions {
  readonly file: string
  readonly maxBytes: number
  readonly keep: number
}

/**
 * Rotates a full file and keeps the newest few. Checks the size on disk every time, because other
 * processes write, rotate and delete the file too.
 */
export function appendToRotatingFile(options: RotatingFileOptions, line: string): void {
  const { file, maxBytes, keep } = options
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (bytes > 0 && bytes + Buffer.byteLength(line) > maxBytes) rotate(file, keep)
  appendFileSync(file, line, { mode: 0o600 })
}

/** `daemon.log` becomes `daemon.log.1`, `.1` becomes `.2`, and the oldest is deleted. */
function rotate(file: string, keep: number): void {
  rmSync(`${file}.${keep}`, { force: true })
  for (let number = keep - 1; number >= 1; number--) {
    if (existsSync(`${file}.${number}`)) renameSync(`${file}.${number}`, `${file}.${number + 1}`)
  }
  renameSync(file, `${file}.1`)
}

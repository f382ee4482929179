/** Installs the library that runs models into the home, with the user's npm and a fixed checksum. */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ThroughlineError } from '../../../contract/errors.ts'
import { libraryName } from './local.ts'

/**
 * The last version that is one small package for all systems (32 MB) and has no install script.
 * Later ones are 52 to 100 MB to download and up to 250 MB on disk.
 */
const version = '1.17.0'
export const libraryBytes = 32_300_000

/** npm compares its downloads with these checksums. */
const packages = {
  'onnxruntime-common':
    'sha512-Vq1remJbCPITjDMJ04DA7AklUTnbYUp4vbnm6iL7ukSt+7VErH0NGYfekRSTjxxurEtX7w41PFfnQlE6msjPJw==',
  [libraryName]:
    'sha512-pRxdqSP3a6wtiFVkVX1V3/gsEMwBRUA9D2oYmcN3cjF+j+ILS+SIY2L7KxdWapsG6z64i5rUn8ijFZdIvbojBg==',
}

const limitMs = 15 * 60_000

/** @param folder the home's folder of models */
export async function installLibrary(folder: string, signal: AbortSignal): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const wanted = { private: true, dependencies: { [libraryName]: version } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(wanted))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockOf(wanted.dependencies)))
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const installed = await runNpm(args, { cwd: folder, timeoutMs: limitMs, signal })
  signal.throwIfAborted()
  if (installed.kind === 'done') return
  throw new ThroughlineError(
    'model-misconfigured',
    `npm cannot install ${libraryName}: ${installed.why}`,
    {
      hint: `npm install --prefix "${folder}" --ignore-scripts ${libraryName}@${version}`,
      cause: installed.cause,
    },
  )
}

function lockOf(dependencies: Readonly<Record<string, string>>) {
  const entries = Object.entries(packages).map(([name, integrity]) => {
    const needs = name === libraryName ? { dependencies: { 'onnxruntime-common': version } } : {}
    return [`node_modules/${name}`, { version, integrity, ...needs }] as const
  })
  const all = { '': { dependencies }, ...Object.fromEntries(entries) }
  return { lockfileVersion: 3, requires: true, packages: all }
}

interface NpmOptions {
  readonly cwd: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Uses npm for the machine's registry, proxy and certificates. @returns its error if it failed */
async function runNpm(
  args: readonly string[],
  { cwd, timeoutMs: timeout, signal }: NpmOptions,
): Promise<{ readonly kind: 'done' } | NpmFailure> {
  try {
    // On Windows npm is a cmd script, so arguments must contain nothing special to cmd.
    const options = { cwd, timeout, signal, shell: process.platform === 'win32' }
    await promisify(execFile)('npm', [...args, '--loglevel=error'], options)
    return { kind: 'done' }
  } catch (cause) {
    return { kind: 'failed', why: wordsOf(cause), cause }
  }
}

interface NpmFailure {
  readonly kind: 'failed'
  readonly why: string
  readonly cause: unknown
}

function wordsOf(cause: unknown): string {
  const { stderr = '', message = '' } = (cause ?? {}) as { stderr?: string; message?: string }
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
  const why = lines.find((line) => line !== '' && !/^(?:code|errno|syscall) /.test(line))
  return why ?? message
}

/** Downloads a version of this package with npm. The only part of installing that uses the network. */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ThroughlineError } from '../../contract/errors.ts'

const limitMs = 120_000

/**
 * @param version a version or a tag of npm, such as `0.2.0` or `next`
 * @returns the tarball in `folder`
 * @throws ThroughlineError `invalid-input`, or `server-unreachable` with npm's own words
 */
export async function fetchPackage(version: string, folder: string): Promise<string> {
  if (!/^[0-9A-Za-z][0-9A-Za-z.-]{0,60}$/.test(version)) {
    throw new ThroughlineError('invalid-input', `'${version}' is neither a file nor a version`, {
      hint: 'give a folder, a tarball, a version such as 0.2.0, or a tag such as next',
    })
  }
  const args = ['pack', `throughline@${version}`, '--pack-destination', folder, '--loglevel=error']
  try {
    // On Windows npm is a script for cmd; nothing in these words has a meaning there.
    const options = { cwd: folder, timeout: limitMs, shell: process.platform === 'win32' }
    await promisify(execFile)('npm', args, options)
  } catch (cause) {
    throw notFetched(version, cause)
  }
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (tarball === undefined) throw notFetched(version, undefined)
  return join(folder, tarball)
}

function notFetched(version: string, cause: unknown): ThroughlineError {
  const { stderr = '', message = '' } = (cause ?? {}) as { stderr?: string; message?: string }
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
  const why = lines.find((line) => line !== '' && !/^(?:code|errno|syscall) /.test(line))
  return new ThroughlineError(
    'server-unreachable',
    `npm cannot fetch throughline@${version}: ${why ?? (message || 'it sent no package')}`,
    { hint: 'give a tarball instead: throughline upgrade FILE.tgz', cause },
  )
}

/** Why a bundle cannot be read. In every case nothing was imported. */
import { ThroughlineError } from '../../contract/errors.ts'

export function damagedBundle(file: string, what: string): ThroughlineError {
  return new ThroughlineError('unreadable-file', `${file} is damaged: ${what}`, {
    hint: 'nothing was imported; copy the file again or export again',
  })
}

export function newerBundle(file: string, format: number): ThroughlineError {
  return new ThroughlineError(
    'unreadable-file',
    `${file} was written by a newer version of Throughline (format ${format})`,
    { hint: 'install that version here: throughline upgrade FOLDER, a clone or a tarball of it' },
  )
}

export function unknownBundle(file: string): ThroughlineError {
  return new ThroughlineError('unreadable-file', `${file} is not a bundle`, {
    hint: 'bundles are written by throughline export',
  })
}

export function wrongPassphrase(file: string): ThroughlineError {
  return new ThroughlineError('unreadable-file', `this passphrase does not open ${file}`, {
    hint: 'nothing was imported; if the passphrase is right, copy the file again',
  })
}

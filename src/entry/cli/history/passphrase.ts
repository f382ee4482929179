/** Passphrases of encrypted bundles: from a file, the environment or the terminal; never an argument. */
import { createReadStream } from 'node:fs'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { CliContext } from '../context.ts'
import { askSecret, isPiped, readAll, textOf } from '../user-input.ts'

const fewestCharacters = 8

/** For encrypting: typed twice, and not too short. */
export async function choosePassphrase(
  context: CliContext,
  file: string | undefined,
): Promise<string> {
  const passphrase = (await readPassphrase(context, file)) ?? (await askTwice(context))
  if ([...passphrase].length >= fewestCharacters) return passphrase
  throw new ThroughlineError('invalid-input', 'the passphrase is too short', {
    hint: `use at least ${fewestCharacters} characters; five or six random words are best`,
  })
}

const questions = [
  'Passphrase of the bundle',
  'That does not open it. Passphrase of the bundle',
  'That does not open it either. Passphrase of the bundle',
] as const

/** For decrypting. @param tries how many passphrases were wrong */
export async function requirePassphrase(
  context: CliContext,
  file: string | undefined,
  tries: number,
): Promise<string> {
  return (await readPassphrase(context, file)) ?? ask(context, questions[tries] ?? questions[0])
}

/** Only a typed passphrase is worth another try. */
export function mostTries({ env }: CliContext, file: string | undefined): number {
  return file === undefined && !env.THROUGHLINE_PASSPHRASE ? questions.length : 1
}

async function askTwice(context: CliContext): Promise<string> {
  const passphrase = await ask(context, 'Passphrase for the bundle')
  if ((await ask(context, 'The same passphrase again')) === passphrase) return passphrase
  throw new ThroughlineError('invalid-input', 'the two passphrases differ', {
    hint: 'run the command again',
  })
}

async function ask(context: CliContext, message: string): Promise<string> {
  const isPossible = context.isTerminal && !isPiped(context)
  const typed = isPossible ? await askSecret(context, message) : undefined
  if (typed) return typed
  throw new ThroughlineError('invalid-input', 'an encrypted bundle needs a passphrase', {
    hint: 'type it in a terminal, set THROUGHLINE_PASSPHRASE, or use --passphrase-file FILE',
  })
}

/** @returns undefined if the user must type it */
async function readPassphrase(
  context: CliContext,
  file: string | undefined,
): Promise<string | undefined> {
  if (file === undefined) return context.env.THROUGHLINE_PASSPHRASE || undefined
  const text = file === '-' ? await textOf(context, ['-']) : await readBeginning(context, file)
  const [line] = text.split(/\r?\n/, 1)
  if (line) return line
  throw new ThroughlineError('invalid-input', `there is no passphrase in ${file}`, {
    hint: 'it is the first line of the file',
  })
}

async function readBeginning(context: CliContext, file: string): Promise<string> {
  try {
    return await readAll(createReadStream(context.resolvePath(file), { end: 4_095 }))
  } catch (error) {
    throw new ThroughlineError('invalid-input', `${file} cannot be read`, { cause: error })
  }
}

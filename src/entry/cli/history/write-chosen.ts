/** Writes to the file that the user chose; an interruption leaves nothing behind. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { CliContext } from '../context.ts'
import { catchInterruption } from '../interruption.ts'
import { writeWhole } from './write-whole.ts'

/** @returns false if interrupted */
export async function writeChosen(
  context: CliContext,
  file: string,
  content: AsyncIterable<string | Uint8Array>,
): Promise<boolean> {
  const interruption = catchInterruption()
  try {
    await writeWhole(file, content, interruption.signal)
    return true
  } catch (error) {
    if (interruption.signal.aborted) {
      context.exitCode = interruption.exitCode()
      return false
    }
    if (error instanceof ThroughlineError || !isFileError(error)) throw error
    throw new ThroughlineError('invalid-input', `${file} cannot be written: ${error.message}`, {
      hint: 'choose a file in a folder that exists and has space',
      cause: error,
    })
  } finally {
    interruption.close()
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/** The copy of this program that setup puts into the home folder, and how to reach it by name. */
import { existsSync } from 'node:fs'
import { hostSurroundings } from '../../../compose/surroundings.ts'
import { pathLine } from '../../../core/setup/hook-command.ts'
import type { CliContext } from '../context.ts'
import { startDaemonProcess, stopDaemonProcess } from '../daemon-process.ts'

/** A running daemon goes on with the version that is in use now. */
export async function installProgram(context: CliContext): Promise<void> {
  const { installThisProgram } = await import('../../../compose/program/program-versions.ts')
  const { paths } = context
  const change = await installThisProgram(paths)
  if (change?.isChanged && (await stopDaemonProcess(paths))) await startDaemonProcess(paths)
}

/** Only if the command is there and its folder is not on PATH. */
export function printPathLine({ env, paths, userHome, print }: CliContext): void {
  const { platform } = process
  if (!existsSync(platform === 'win32' ? `${paths.command}.cmd` : paths.command)) return
  if (hostSurroundings(userHome, env).programFolders.includes(paths.bin)) return
  print('To call throughline from any folder, run this once and open a new terminal:')
  print(`  ${pathLine(paths.bin, { platform, shell: env.SHELL, userHome })}`)
}

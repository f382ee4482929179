/** The machines of two people on this one: each a home with its daemon, a clone, and a command. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quoteForShell } from '../../../core/text/safe-text.ts'
import { ensureHome } from '../../../home/ensure-home.ts'
import { startDaemonProcess, stopDaemonProcess } from '../daemon-process.ts'
import { makeClone } from '../demo/make-clone.ts'

export interface TrialMachine {
  /** Stops its daemon. */
  close(): Promise<void>
}

/** @param name of the command in `folder` that is `throughline` on this machine */
export async function makeMachine(folder: string, name: string): Promise<TrialMachine> {
  const own = join(folder, `${name}-machine`)
  mkdirSync(own)
  const paths = ensureHome(join(own, 'home'))
  const clone = makeClone(join(own, 'widgets'))
  const program = [process.execPath, process.argv[1] ?? ''].map(quoteForShell).join(' ')
  const script = [
    '#!/bin/sh',
    `cd ${quoteForShell(clone)} && THROUGHLINE_HOME=${quoteForShell(paths.root)} exec ${program} "$@"`,
  ]
  const command = join(folder, name)
  writeFileSync(command, `${script.join('\n')}\n`)
  chmodSync(command, 0o755)
  await startDaemonProcess(paths)
  return {
    async close() {
      await stopDaemonProcess(paths)
    },
  }
}

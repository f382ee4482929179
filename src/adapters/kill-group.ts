/** Ends a program with all it started; it must lead a process group of its own. */
export function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, 'SIGKILL')
  } catch {
    // It ended by itself in the meantime.
  }
}

/** Kills a process and its descendants. It must lead its own process group. */
export function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

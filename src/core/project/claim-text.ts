/** What is said of a folder that claims to be a project without showing it. */
import { quoteName } from '../text/safe-text.ts'

interface Claim {
  readonly identity: string
}

export const trustCommand = 'throughline projects trust'

/** For people. */
export function describeClaim(claim: Claim): string {
  return `this folder says it is ${saidOf(claim)}; it has a project of its own`
}

/** For agents, who should not decide about it. */
export function claimNotice(claim: Claim): string {
  return `This folder says it is ${saidOf(claim)}, so nothing is given from that project. Only the user can tell whether they are the same; \`${trustCommand}\` joins them.`
}

function saidOf({ identity }: Claim): string {
  const name = quoteName(identity)
  return identity.startsWith('marker:')
    ? `the folder of ${name}, but is at another place or a copy`
    : `${name}, but shares no history with it`
}

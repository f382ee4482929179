/** What is said of a folder that claims to be a project without showing it. */
import { safeText } from '../text/safe-text.ts'

interface Claim {
  readonly identity: string
}

export const trustCommand = 'throughline projects trust'

/** For people. */
export function describeClaim({ identity }: Claim): string {
  return `this folder says it is ${identity}, but shares no history with it; it has a project of its own`
}

/** For agents, who should not decide about it. */
export function claimNotice({ identity }: Claim): string {
  return `This folder says it is ${safeText(identity)}, but shares no history with it, so nothing is given from that project. Only the user can tell whether they are the same; \`${trustCommand}\` joins them.`
}

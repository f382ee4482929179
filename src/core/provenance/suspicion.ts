/** Whether a teammate's memory tells an agent to do something that a person should check first. */

/** Tells the reader to act, or what not to say. */
const orders =
  /\b(?:always|never|must|run|execute|install|download|fetch|curl|open|visit|send|post|upload|paste|ignore|disregard|forget|delete|remove|disable|bypass|do not|don't|before you|instead of)\b/i

const address =
  /\b(?:https?|ftp|ssh|file|data):|\b(?:\d{1,3}\.){3}\d{1,3}\b|\b[\w.+-]+@[\w-]+\.\w+/i

/** A command that fetches, deletes, grants or hides. */
const command =
  /\b(?:curl|wget|nc|ssh|scp|sudo|chmod|chown|rm\s+-|eval|base64|powershell|iex|osascript|npx|pip3?\s+install|npm\s+i(?:nstall)?|git\s+(?:push|config|remote)|docker\s+run)\b|\|\s*(?:ba|z)?sh\b|--force\b|--no-verify\b/i

/** Addresses the agent about itself. */
const injection =
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instructions?|rules?|above|previous|prior)\b|\b(?:system prompt|you are now|as an ai|do not (?:tell|mention|show)|without (?:asking|telling))\b/i

export function isSuspicious(content: string): boolean {
  return describeSuspicion(content) !== undefined
}

/** @returns what is suspicious about it */
export function describeSuspicion(content: string): string | undefined {
  const plain = content.normalize('NFKC')
  if (injection.test(plain)) return 'speaks to the agent about its instructions'
  if (!orders.test(plain)) return undefined
  if (command.test(plain)) return 'tells an agent to run a command'
  return address.test(plain) ? 'sends an agent to an address' : undefined
}

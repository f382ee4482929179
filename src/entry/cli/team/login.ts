/** `throughline login` and `logout`: connect this machine to a team server and disconnect it. */
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { connectToServer, keepSignIn, openTeam } from '../../../compose/team/team-client.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { parseServerAddress, waitForApproval } from '../../../core/team/login/wait-for-approval.ts'
import { readTeamSignIn, removeTeamSignIn } from '../../../home/team-sign-in.ts'
import { argument, type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { requireEnabled, startDaemonIfWanted } from '../daemon-process.ts'
import { openOnDesktop } from '../get-started/dashboard.ts'
import { count, memoryCount } from '../present.ts'
import { catchInterruption } from '../user-input.ts'

interface LoginOptions {
  readonly name?: string
  readonly machine?: string
  readonly open: boolean
  readonly json?: true
}

export const loginCommand: Command = {
  arguments: [argument('<url>', 'The server, or a link that you were invited with')],
  options: [
    option('--name <name>', 'Your name, to join with an invitation'),
    option('--machine <name>', 'What to call this machine (default: its host name)'),
    option('--no-open', 'Only print the address, open no browser'),
  ],
  examples: ['login https://memory.example.com', 'login https://memory.example.com/join/tli_…'],
  run: (context, options, url = '') => login(context, options as unknown as LoginOptions, url),
}

export const logoutCommand: Command = {
  examples: ['logout'],
  async run(context, options) {
    const { people, signIn } = openTeam(context.paths)
    const isKnown = await people.signOut().then(
      () => true,
      (error: unknown) => {
        if (isGone(error)) return false
        throw error
      },
    )
    removeTeamSignIn(context.paths)
    const left = await context.withLocal(({ team }) => team.leave())
    const { server } = signIn
    if (options.json) return context.printJson({ server, revoked: isKnown, ...left })
    context.print(`Signed out of ${server}. Your memories stay, here and with the team.`)
    if (left.removed > 0)
      context.print(`Removed ${memoryCount(left.removed)} of teammates from this machine.`)
    if (left.unsent > 0) context.print(`${count(left.unsent, 'change')} had not been sent.`)
    if (!isKnown) context.print('The server did not answer, or had already ended the sign-in.')
  },
}

async function login(context: CliContext, options: LoginOptions, url: string): Promise<void> {
  const { origin, code } = parseServerAddress(url)
  await requireEnabled(context)
  const paths = context.openHome()
  const former = readTeamSignIn(paths)
  const machine = options.machine ?? hostname().slice(0, 100)
  const token = code
    ? await connectToServer(origin).people.join(code, machine, options.name)
    : await signInWithCode(context, origin, machine, options)
  const { organisation, person } = await keepSignIn(paths, origin, token)
  // The machine has a new token; the old one must not stay valid.
  if (former) await endFormer(former)
  await startDaemonIfWanted(context)
  if (options.json) return context.printJson({ server: origin, organisation, person })
  context.print(`Signed in to ${organisation.name} as ${person.name}.`)
  context.print('Nothing is shared yet.')
}

async function signInWithCode(
  context: CliContext,
  origin: string,
  machine: string,
  options: LoginOptions,
): Promise<string> {
  const { signIn } = connectToServer(origin)
  const started = await signIn.start(machine)
  const say = options.json ? context.writeError : context.write
  say(`Open ${started.verification_uri} and enter the code ${started.user_code}\n`)
  if (options.open && context.isTerminal && !options.json) {
    openOnDesktop(started.verification_uri_complete ?? started.verification_uri)
  }
  const interruption = catchInterruption()
  const { signal } = interruption
  try {
    return await waitForApproval(signIn, started, {
      wait: (ms) => delay(ms, undefined, { signal }),
      now: () => performance.now(),
    })
  } catch (error) {
    if (!signal.aborted) throw error
    throw new ThroughlineError('not-signed-in', 'interrupted; nothing changed')
  } finally {
    interruption.close()
  }
}

async function endFormer(former: { server: string; token: string }): Promise<void> {
  const { people } = connectToServer(former.server, former.token)
  await people.signOut().catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
}

function isGone(error: unknown): boolean {
  return (
    error instanceof ThroughlineError &&
    ['not-signed-in', 'server-unreachable', 'too-many-requests'].includes(error.code)
  )
}

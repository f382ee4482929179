/**
 * What a command may do in a shell that a coding agent opened. It reads, it writes memories as the
 * agent would over MCP, and it connects agents. Everything else is for the user only.
 */
import type { AgentShell } from '../../compose/agent-shell.ts'
import type { Local } from '../../compose/local.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { type OperationName, operations } from '../../contract/operations/index.ts'
import { parseInput } from '../../contract/parse-input.ts'
import type { Options } from './command.ts'
import type { Call } from './parse-call.ts'
import type { Ask } from './resolve-ids.ts'

const always = () => true
const without =
  (...names: readonly string[]) =>
  (options: Options, args: readonly string[]) =>
    names.every((name) => !options[name]) && (!names.includes('file') || args.length === 0)

/** Commands by the words that name them. */
const open: Readonly<Record<string, (options: Options, args: readonly string[]) => boolean>> = {
  ...Object.fromEntries(
    [
      ...['status', 'recall', 'list', 'show', 'timeline', 'context', 'context stats', 'learned'],
      ...[
        'review',
        'consolidate list',
        'sessions',
        'projects list',
        'projects show',
        'cost',
        'proof',
      ],
      ...['export', 'sync status', 'sync diagnose', 'team members', 'team digests', 'team audit'],
      ...['team keys list', 'config list', 'config get', 'config path', 'guidance show'],
      ...['embeddings status', 'jobs list', 'subscribers list', 'subscribers log', 'completion'],
      ...['wiki status', 'wiki diff', 'wiki check', 'wiki build', 'edit', 'pin', 'unpin'],
      ...['demo', 'start', 'stop', 'restart', 'logs', 'mcp', 'hook'],
      // These need the address of the server's database.
      ...['server start', 'server migrate', 'server reindex', 'server try'],
    ].map((path) => [path, always]),
  ),
  doctor: without('acknowledge'),
  guard: without('level', 'command', 'path', 'tool', 'except', 'wrong'),
  check: ({ file, ...options }) =>
    file === undefined && without('contains', 'script', 'needs', 'ignored', 'drop')(options, []),
  'wiki lint': without('fix'),
  'wiki query': without('keep'),
  'projects merge': ({ dryRun }) => dryRun === true,
  remember: without('lines'),
  forget: always,
  // Anyone could have written the file, and a bundle speaks for the user.
  import: without('file', 'path', 'into'),
  setup: without('allowTools', 'learn'),
}

/** @throws ThroughlineError `not-allowed` */
export function refuseForAgent(
  { path, options, args }: Call,
  findAgent: (() => AgentShell | undefined) | undefined,
): void {
  if (open[path.join(' ')]?.(options, args)) return
  const agent = findAgent?.()
  if (agent) throw onlyForUser(agent)
}

function onlyForUser({ displayName }: AgentShell): ThroughlineError {
  const message = `only you can do this, and ${displayName} is running this shell`
  return new ThroughlineError('not-allowed', message, { hint: 'run it in your own terminal' })
}

/** Thrown when a change became a proposal: the command ends, and is no failure. */
export class KeptAsProposal extends Error {
  readonly answer: object

  constructor(next: string, answer: object) {
    super(next)
    this.answer = answer
  }
}

/** These write pages from memories, or write nothing. */
const pageOperations: ReadonlySet<string> = new Set(['buildWiki', 'lintWiki', 'queryWiki'])

export function askAsAgent(
  { operations: handlers, agentOperations }: Pick<Local, 'operations' | 'agentOperations'>,
  shell: AgentShell,
  say: (remark: string) => void,
): Ask {
  // A shell can be in any folder, so the agent's open sessions show where it works.
  const agent = { host: shell.name, folder: undefined }
  const said = { trust: 'agent', source: 'manual' } as const
  const perform = (name: OperationName, given: Readonly<Record<string, unknown>>) => {
    switch (name) {
      case 'storeMemory': {
        const sources = [{ type: 'manual' as const, ref: shell.name ?? '' }]
        const input = parseInput(operations[name].input, given)
        return agentOperations.storeMemory({ ...input, ...said, sources }, agent)
      }
      case 'updateMemory':
      case 'pinMemory': {
        const input = parseInput(operations.updateMemory.input, given)
        return agentOperations.updateMemory({ ...input, trust: 'agent' }, agent)
      }
      case 'forgetMemory':
        return agentOperations.forgetMemory(parseInput(operations[name].input, given), agent)
      default: {
        const isOpen = operations[name].http.method === 'get' || pageOperations.has(name)
        if (!isOpen) throw onlyForUser(shell)
        return handlers[name](parseInput(operations[name].input, given) as never)
      }
    }
  }
  return async (name, given) => {
    const answer: object = await perform(name, given)
    const { outcome, next } = answer as { outcome?: unknown; next?: string | undefined }
    if (outcome === 'proposed' || outcome === 'declined') {
      throw new KeptAsProposal(next ?? '', answer)
    }
    if (next !== undefined) say(next)
    return answer as never
  }
}

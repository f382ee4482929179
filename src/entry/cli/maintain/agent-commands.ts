/** Commands that agents start. */
import { statSync } from 'node:fs'
import { ThroughlineError } from '../../../contract/errors.ts'
import { nearestName } from '../../../contract/nearest-name.ts'
import type { HostEventSpec, HostProtocol } from '../../../core/ports/host.ts'
import { version } from '../../../home/version.ts'
import { argument, type Command, option } from '../command.ts'
import { requireEnabled } from '../daemon-process.ts'

export const mcpCommand: Command = {
  options: [
    // A host without an open folder passes an empty one.
    option('--folder <path>', 'The agent’s working folder, if the host starts it elsewhere', {
      neverEmpty: false,
    }),
  ],
  hasNoJson: true,
  examples: ['mcp', 'mcp --folder ~/code/widgets'],
  async run(context, options) {
    await requireEnabled(context)
    const folder =
      options.folder === undefined ? context.cwd : context.resolvePath(String(options.folder))
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new ThroughlineError('invalid-input', `there is no folder "${folder}"`)
    }
    if (context.isTerminal) {
      context.writeError('Agents start this command and speak MCP to it. Ctrl+D ends it.\n')
    }
    const { serveOverStdio } = await import('../../mcp/stdio.ts')
    const { createToolPresence } = await import('../../../compose/tool-presence.ts')
    await context.withFreshLocal(async (local) => {
      const { operations, agentOperations, log, config, hosts } = local
      const guidance = () => config().guidance.variant
      const presence = await createToolPresence(local, folder)
      const { onClient } = presence
      const parts = { operations, agentOperations, log, hosts, version, guidance, folder, onClient }
      await serveOverStdio(parts).finally(presence.close)
    })
  },
}

export const captureHookCommand: Command = {
  arguments: [
    argument('<host>', 'e.g. claude-code'),
    argument('<event>', 'The host’s name of the event, e.g. PostToolUse'),
  ],
  hasNoJson: true,
  examples: ['hook claude-code PostToolUse < payload.json'],
  async run(_context, _options, hostName = '', eventName = '') {
    const { findHostProtocol } = await import('../../../compose/local.ts')
    const event = findEvent(findHostProtocol(hostName), eventName)
    // As in the hook script; the hook reads its own arguments.
    if (event.isOnlyAsked) process.argv.push('--ask')
    await import('../../hook/main.ts')
  },
}

/** Catches typing errors; a host runs the hook script, which accepts any event. */
function findEvent(host: HostProtocol, eventName: string): HostEventSpec {
  const event = host.events.find(({ name }) => name === eventName)
  if (event) return event
  const known = host.events.map(({ name }) => name)
  const nearest = nearestName(eventName, known)
  throw new ThroughlineError('invalid-input', `${host.displayName} has no event "${eventName}"`, {
    hint: nearest ? `did you mean ${nearest}?` : `known events: ${known.join(', ')}`,
  })
}

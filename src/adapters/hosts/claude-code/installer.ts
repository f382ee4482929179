/** Plans how our hooks get into Claude Code's settings and out again. Writes nothing. */
import { findNodeAtLocation } from 'jsonc-parser'
import { ThroughlineError } from '../../../contract/errors.ts'
import type {
  HookWiring,
  HostEventSpec,
  HostInspection,
  HostInstaller,
  HostPlace,
  SettingsChange,
} from '../../../core/ports/host.ts'
import { type HookDocument, type HookHandler, parseHooks } from '../json-settings/hook-handlers.ts'
import { installHandlers, type WantedHandlers } from '../json-settings/install-handlers.ts'
import { removeHandlers } from '../json-settings/remove-handlers.ts'
import { readSettings } from '../read-settings.ts'
import { claudeCodeEvents } from './events.ts'
import { isOurCommand } from './our-command.ts'
import { configFolderVariable, detectClaudeCode, settingsFile } from './settings-location.ts'

export const claudeCodeInstaller: HostInstaller = {
  configFolderVariable,
  detect: detectClaudeCode,
  planInstall,
  planRemove,
  inspect,
}

async function planInstall(place: HostPlace, wiring: HookWiring): Promise<SettingsChange> {
  const file = settingsFile(place)
  const before = await readSettings(file)
  const { mark, text } = splitMark(before ?? '')
  const installed = installHandlers(file, text, wantedHandlers(wiring))
  return { file, before, after: installed === text ? before : mark + installed }
}

async function planRemove(place: HostPlace): Promise<SettingsChange> {
  const file = settingsFile(place)
  const before = await readSettings(file)
  if (before === undefined) return { file, before, after: undefined }
  const { mark, text } = splitMark(before)
  const removed = removeHandlers(file, text, (document) => new Set(ourHandlers(document)))
  return {
    file,
    before,
    after: mark + removed,
    afterIsEmpty: /^\s*(\{\s*\}\s*)?$/.test(removed),
  }
}

async function inspect(place: HostPlace, wiring: HookWiring): Promise<HostInspection> {
  const { file, before, after } = await planInstall(place, wiring)
  const document = parseHooks(file, splitMark(before ?? '').text)
  const wired = document.events.filter(({ groups }) =>
    groups.some(({ handlers }) => handlers.some(isOurs)),
  )
  const names = wired.map(({ name }) => name)
  return {
    file,
    state: wired.length === 0 ? 'absent' : before === after ? 'current' : 'outdated',
    missingEvents: claudeCodeEvents.map(({ name }) => name).filter((name) => !names.includes(name)),
    ...(disablesHooks(document) && { disabledBy: 'disableAllHooks' }),
  }
}

function wantedHandlers(wiring: HookWiring): WantedHandlers {
  const handlers = claudeCodeEvents.map((event) => {
    const command = wiring.command(event)
    if (!isOurCommand(command)) throw unrecognisable(command)
    return [event.name, { type: 'command', command, timeout: timeoutSeconds(event) }] as const
  })
  return { byEvent: new Map(handlers), isOurs }
}

/** What we would not know again we could neither update nor remove. */
function unrecognisable(command: string): ThroughlineError {
  return new ThroughlineError('internal', `the hook command is not recognisable: ${command}`)
}

/** A SessionEnd hook is killed after 1.5 s unless its own timeout says otherwise. */
function timeoutSeconds(event: HostEventSpec): number {
  return event.answers ? 10 : 5
}

function ourHandlers(document: HookDocument): HookHandler[] {
  const groups = document.events.flatMap((event) => event.groups)
  return groups.flatMap(({ handlers }) => handlers.filter(isOurs))
}

function isOurs(handler: HookHandler): boolean {
  return handler.command !== undefined && isOurCommand(handler.command)
}

function disablesHooks({ root }: HookDocument): boolean {
  return root !== undefined && findNodeAtLocation(root, ['disableAllHooks'])?.value === true
}

const byteOrderMark = '\uFEFF'

function splitMark(text: string): { mark: string; text: string } {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  return { mark, text: text.slice(mark.length) }
}

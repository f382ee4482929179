/** Installs Throughline in Cursor's settings. */
import { join } from 'node:path'
import type { SettingsLocation } from '../../../core/ports/host.ts'
import { defineInstaller } from '../shared/define-installer.ts'
import { flatHooks, mcpInJson, ruleFile } from '../shared/integrations.ts'
import { cursorProtocol } from './protocol.ts'

export const installer = defineInstaller({
  remarks: [
    'Cursor takes no context with a prompt: its agent gets memories when a conversation begins and can ask for more through MCP.',
  ],
  projectRemarks: [
    'Cursor runs project hooks only in a workspace that you trust; its settings list the hooks it runs under Hooks.',
    'In a project our hooks, MCP entry and rule are in .cursor, which is committed unless git ignores it.',
  ],
  folders: { user: ({ userHome }) => join(userHome, '.cursor'), project: '.cursor' },
  programs: ['cursor', 'cursor-agent'],
  files: ({ target }, folder) => [
    [join(folder, 'hooks.json'), hooks],
    [join(folder, 'mcp.json'), mcpServer(target)],
    // Cursor keeps no file with a user's rules.
    ...(target === 'project' ? [[join(folder, 'rules', 'throughline.mdc'), rule] as const] : []),
  ],
})

const hooks = flatHooks(cursorProtocol, { version: 1 })
const rule = ruleFile('description: The memory of earlier work\nalwaysApply: true')

/** Cursor may start a project's servers in another folder. */
function mcpServer(target: SettingsLocation['target']) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Cursor puts the folder in.
  const folder = target === 'project' ? ['--folder', '${workspaceFolder}'] : []
  return mcpInJson((server) => ({ type: 'stdio', ...server, args: [...server.args, ...folder] }))
}

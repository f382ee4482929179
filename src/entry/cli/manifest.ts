/** Every command: its name, summary, module and group in the help. */
import type { Command } from './command.ts'

interface ManifestEntry {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

const setup: ManifestEntry = {
  name: 'setup',
  summary: 'Connect your coding agents: hooks and the MCP server',
  load: async () => (await import('./get-started/setup.ts')).setupCommand,
}
const remove: ManifestEntry = {
  name: 'remove',
  summary: 'Undo setup; captured data stays',
  load: async () => (await import('./get-started/remove.ts')).removeCommand,
}
const demo: ManifestEntry = {
  name: 'demo',
  summary: 'Try it on a sample project in a temporary home',
  load: async () => (await import('./demo/run-demo.ts')).demoCommand,
}
const status: ManifestEntry = {
  name: 'status',
  summary: 'Show what is remembered, learned and used, and how it runs',
  load: async () => (await import('./get-started/status.ts')).statusCommand,
}
const doctor: ManifestEntry = {
  name: 'doctor',
  summary: 'Check everything and say how to fix it',
  load: async () => (await import('./get-started/doctor.ts')).doctorCommand,
}
const dashboard: ManifestEntry = {
  name: 'dashboard',
  summary: 'Open the dashboard in your browser',
  load: async () => (await import('./get-started/dashboard.ts')).dashboardCommand,
}
const recall: ManifestEntry = {
  name: 'recall',
  summary: 'Search memories and earlier work',
  load: async () => (await import('./find/recall.ts')).recallCommand,
}
const list: ManifestEntry = {
  name: 'list',
  summary: 'List memories, newest first',
  load: async () => (await import('./find/list.ts')).listCommand,
}
const show: ManifestEntry = {
  name: 'show',
  summary: 'Show a memory, turn, tool event or session in full',
  load: async () => (await import('./find/show.ts')).showCommand,
}
const timeline: ManifestEntry = {
  name: 'timeline',
  summary: 'Show what happened before and after something',
  load: async () => (await import('./find/show.ts')).timelineCommand,
}
const contextEntry: ManifestEntry = {
  name: 'context',
  summary: 'Show the context an agent would get here, and why',
  load: async () => (await import('./find/context.ts')).contextCommand,
}
const remember: ManifestEntry = {
  name: 'remember',
  summary: 'Store a memory',
  load: async () => (await import('./memories/remember.ts')).rememberCommand,
}
const edit: ManifestEntry = {
  name: 'edit',
  summary: 'Correct a memory; its history stays',
  load: async () => (await import('./memories/edit.ts')).editCommand,
}
const pin: ManifestEntry = {
  name: 'pin',
  summary: 'Always give a memory to the agent',
  load: async () => (await import('./memories/edit.ts')).pinCommand,
}
const unpin: ManifestEntry = {
  name: 'unpin',
  summary: 'Undo a pin: give the memory only where it fits',
  load: async () => (await import('./memories/edit.ts')).unpinCommand,
}
const restore: ManifestEntry = {
  name: 'restore',
  summary: 'Bring back memories forgotten in the last 30 days',
  load: async () => (await import('./memories/forget.ts')).restoreCommand,
}
const forget: ManifestEntry = {
  name: 'forget',
  summary: 'Forget a memory, or delete sessions for good',
  load: async () => (await import('./memories/forget.ts')).forgetCommand,
}
const clear: ManifestEntry = {
  name: 'clear',
  summary: 'Forget many memories at once',
  load: async () => (await import('./memories/clear.ts')).clearCommand,
}
const prune: ManifestEntry = {
  name: 'prune',
  summary: 'Remove what is older than your settings allow',
  load: async () => (await import('./maintain/upkeep.ts')).pruneCommand,
}
const uninstall: ManifestEntry = {
  name: 'uninstall',
  summary: 'Disconnect all agents and stop the daemon; --data deletes everything',
  load: async () => (await import('./delete/uninstall.ts')).uninstallCommand,
}
const upgrade: ManifestEntry = {
  name: 'upgrade',
  summary: 'Switch to another version of Throughline, and back',
  load: async () => (await import('./maintain/upgrade.ts')).upgradeCommand,
}
const extract: ManifestEntry = {
  name: 'extract',
  summary: 'Learn from a session now',
  load: async () => (await import('./memories/extract.ts')).extractCommand,
}
const learned: ManifestEntry = {
  name: 'learned',
  summary: 'Show what was learned this week, and by whom',
  load: async () => (await import('./memories/learned.ts')).learnedCommand,
}
const review: ManifestEntry = {
  name: 'review',
  summary: 'Decide on proposals, candidates and doubtful memories, one key each',
  load: async () => (await import('./memories/review.ts')).reviewCommand,
}
const promote: ManifestEntry = {
  name: 'promote',
  summary: 'Write what proved itself into AGENTS.md, decisions and skills',
  load: async () => (await import('./memories/promote.ts')).promoteCommand,
}
const consolidate: ManifestEntry = {
  name: 'consolidate',
  summary: 'Merge memories that say the same',
  load: async () => (await import('./memories/consolidate.ts')).consolidateCommand,
}
const wiki: ManifestEntry = {
  name: 'wiki',
  summary: 'Read and edit memories as pages: build, check and ask them',
  load: async () => (await import('./wiki/wiki.ts')).wikiCommand,
}
const sessions: ManifestEntry = {
  name: 'sessions',
  summary: 'List captured sessions, or show one with its turns',
  load: async () => (await import('./history/sessions.ts')).sessionsCommand,
}
const projects: ManifestEntry = {
  name: 'projects',
  summary: 'List, rename, merge and move projects',
  load: async () => (await import('./history/projects.ts')).projectsCommand,
}
const cost: ManifestEntry = {
  name: 'cost',
  summary: 'Show what models cost and what is left of the budget',
  load: async () => (await import('./history/cost.ts')).costCommand,
}
const importEntry: ManifestEntry = {
  name: 'import',
  summary: 'Import earlier sessions of your coding agents, or a bundle',
  load: async () => (await import('./history/import.ts')).importCommand,
}
const exportEntry: ManifestEntry = {
  name: 'export',
  summary: 'Write memories and sessions to a file that import reads',
  load: async () => (await import('./history/export.ts')).exportCommand,
}
const sync: ManifestEntry = {
  name: 'sync',
  summary: 'Sync with the team server, or with your machines through a folder',
  load: async () => (await import('./history/sync.ts')).syncCommand,
}
const share: ManifestEntry = {
  name: 'share',
  summary: 'Share a project’s memories with your team',
  load: async () => (await import('./team/share.ts')).shareCommand,
}
const unshare: ManifestEntry = {
  name: 'unshare',
  summary: 'Stop sharing a project, and take back what is yours',
  load: async () => (await import('./team/share.ts')).unshareCommand,
}
const login: ManifestEntry = {
  name: 'login',
  summary: 'Sign this machine in to a team server',
  load: async () => (await import('./team/login.ts')).loginCommand,
}
const logout: ManifestEntry = {
  name: 'logout',
  summary: 'Sign this machine out of the team server',
  load: async () => (await import('./team/login.ts')).logoutCommand,
}
const team: ManifestEntry = {
  name: 'team',
  summary: 'Members, invitations, keys and audit of your team',
  load: async () => (await import('./team/team.ts')).teamCommand,
}
const server: ManifestEntry = {
  name: 'server',
  summary: 'Run a team server on PostgreSQL, or try one',
  load: async () => (await import('./team/server.ts')).serverCommand,
}
const start: ManifestEntry = {
  name: 'start',
  summary: 'Start the daemon',
  load: async () => (await import('./maintain/upkeep.ts')).startCommand,
}
const stop: ManifestEntry = {
  name: 'stop',
  summary: 'Stop the daemon; hooks keep capturing',
  load: async () => (await import('./maintain/upkeep.ts')).stopCommand,
}
const config: ManifestEntry = {
  name: 'config',
  summary: 'Read and change settings',
  load: async () => (await import('./maintain/config.ts')).configCommand,
}
const guidance: ManifestEntry = {
  name: 'guidance',
  summary: 'Show or install what agents read about their memory',
  load: async () => (await import('./maintain/guidance.ts')).guidanceCommand,
}
const embeddings: ManifestEntry = {
  name: 'embeddings',
  summary: 'Search by meaning too, with an embedding model',
  load: async () => (await import('./maintain/embeddings.ts')).embeddingsCommand,
}
const jobs: ManifestEntry = {
  name: 'jobs',
  summary: 'List background jobs and retry parked ones',
  load: async () => (await import('./maintain/jobs.ts')).jobsCommand,
}
const subscribers: ManifestEntry = {
  name: 'subscribers',
  summary: 'See who receives lifecycle events',
  load: async () => (await import('./maintain/subscribers.ts')).subscribersCommand,
}
const rebuild: ManifestEntry = {
  name: 'rebuild',
  summary: 'Rebuild the search index and the digests',
  load: async () => (await import('./maintain/upkeep.ts')).rebuildCommand,
}
const completion: ManifestEntry = {
  name: 'completion',
  summary: 'Print the completion script for your shell',
  load: async () => (await import('./completion/completion.ts')).completionOf(listCommands()),
}
const mcp: ManifestEntry = {
  name: 'mcp',
  summary: 'Serve the memory to an agent over MCP (standard input)',
  load: async () => (await import('./maintain/agent-commands.ts')).mcpCommand,
}
const hook: ManifestEntry = {
  name: 'hook',
  summary: 'Capture one event from standard input, as hooks do',
  load: async () => (await import('./maintain/agent-commands.ts')).captureHookCommand,
}

export const groups: Readonly<Record<string, readonly ManifestEntry[]>> = {
  'Get started': [setup, remove, demo, status, doctor, dashboard],
  Find: [recall, list, show, timeline, contextEntry],
  Memories: [
    ...[remember, edit, pin, unpin, forget, restore, clear, extract, learned, review, consolidate],
    ...[promote, wiki],
  ],
  'Projects and history': [sessions, projects, importEntry, exportEntry, sync, cost],
  Team: [login, logout, share, unshare, team, server],
  Maintain: [
    ...[start, stop, config, guidance, embeddings, jobs, subscribers],
    ...[rebuild, prune, upgrade, uninstall, completion, mcp, hook],
  ],
}

export function listCommands(): ManifestEntry[] {
  return Object.values(groups).flat()
}

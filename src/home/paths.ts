/** The paths inside a home folder. */
import { join } from 'node:path'

export type HomePaths = Readonly<ReturnType<typeof homePaths>>

export function homePaths(root: string) {
  const spool = join(root, 'spool')
  const run = join(root, 'run')
  const logs = join(root, 'logs')
  const bin = join(root, 'bin')
  const wiki = join(root, 'wiki')
  const versions = join(root, 'versions')
  return {
    root,
    database: join(root, 'throughline.db'),
    config: join(root, 'config.json'),
    team: join(root, 'team.json'),
    spool,
    rejected: join(spool, 'rejected'),
    run,
    runFile: join(run, 'daemon.json'),
    lastPort: join(run, 'port'),
    hookPolicy: join(run, 'hook-policy'),
    fileTriggers: join(run, 'file-triggers'),
    toolTriggers: join(run, 'tool-triggers'),
    toolGuards: join(run, 'tool-guards'),
    lostEvents: join(run, 'lost-events'),
    inHand: join(run, 'in-hand.json'),
    importRun: join(run, 'import.json'),
    damaged: join(run, 'database-damaged'),
    databaseWitness: join(run, 'database-witness.json'),
    restoredMemories: join(run, 'restored-memories.json'),
    toolsOffered: join(run, 'tools-offered'),
    toolConnections: join(run, 'mcp'),
    signIns: join(run, 'sign-ins.json'),
    logs,
    daemonLog: join(logs, 'daemon.log'),
    hookLog: join(logs, 'hook.log'),
    backups: join(root, 'backups'),
    models: join(root, 'models'),
    modelsLock: join(run, 'models.lock'),
    wiki,
    wikiStates: join(wiki, '.state'),
    wikiLock: join(run, 'wiki.lock'),
    setupLock: join(run, 'setup.lock'),
    bin,
    hook: join(bin, 'throughline-hook'),
    command: join(bin, 'throughline'),
    plugin: join(root, 'plugin'),
    versions,
    nodes: join(root, 'node'),
    versionsInUse: join(versions, 'in-use'),
    versionsLock: join(run, 'versions.lock'),
  }
}

/** A command to copy that uses this home, default or not. @param command starts with `throughline` */
export function commandForHome(
  root: string,
  userHome: string,
  command: string,
  platform: NodeJS.Platform = process.platform,
): string {
  if (root === join(userHome, '.throughline')) return command
  if (platform === 'win32')
    return `$env:THROUGHLINE_HOME='${root.replaceAll("'", "''")}'; ${command}`
  const isPlain = /^[\w@%+=:,./-]+$/.test(root)
  const quoted = isPlain ? root : `'${root.replaceAll("'", "'\\''")}'`
  return `THROUGHLINE_HOME=${quoted} ${command}`
}

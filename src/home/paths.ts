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
    lostEvents: join(run, 'lost-events'),
    inHand: join(run, 'in-hand.json'),
    importRun: join(run, 'import.json'),
    damaged: join(run, 'database-damaged'),
    databaseWitness: join(run, 'database-witness.json'),
    toolsOffered: join(run, 'tools-offered'),
    toolConnections: join(run, 'mcp'),
    signIns: join(run, 'sign-ins.json'),
    logs,
    hookLog: join(logs, 'hook.log'),
    backups: join(root, 'backups'),
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

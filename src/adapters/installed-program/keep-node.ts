/**
 * Keeps the Node that ran setup for hooks and commands. If npm brought it, it would disappear with
 * its `node_modules`, so the home keeps a hard link, which takes no space, or else a copy.
 */
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { HomePaths } from '../../home/paths.ts'
import { makeFolder } from '../../home/write-files.ts'

interface RunningNode {
  readonly execPath: string
  readonly version: string
}

/** Where it is after setup. */
export function nodeFor({ nodes }: Pick<HomePaths, 'nodes'>, node: RunningNode = process): string {
  if (!/[\\/]node_modules[\\/]/.test(node.execPath)) return node.execPath
  return join(nodes, node.version, basename(node.execPath))
}

export function keepNode(paths: Pick<HomePaths, 'nodes'>, node: RunningNode = process): void {
  const kept = nodeFor(paths, node)
  if (kept === node.execPath || existsSync(kept)) return
  const folder = join(paths.nodes, node.version)
  const fresh = join(folder, `.${basename(kept)}.${process.pid}.new`)
  makeFolder(folder)
  try {
    linkOrCopy(node.execPath, fresh)
    renameSync(fresh, kept)
  } finally {
    rmSync(fresh, { force: true })
  }
  for (const name of readdirSync(paths.nodes)) {
    if (name !== node.version) rmSync(join(paths.nodes, name), { recursive: true, force: true })
  }
}

/** A hard link cannot point to another disk. */
function linkOrCopy(from: string, to: string): void {
  rmSync(to, { force: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  }
}

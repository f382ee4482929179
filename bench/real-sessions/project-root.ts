/** Recognises the folder that a recorded session worked in, and moves its paths into another one. */
import type { Json, JsonObject } from '../../src/core/model/json.ts'
import type { LabelledSession } from './data.ts'

/** In the recordings every user is called `dev`. */
const absolutePath = /(?:[A-Za-z]:)?[\\/](?:Users|home)[\\/]dev[\\/][^\s"'`:;,()<>|&*?$]+/g
/** Settings of agents and the like are not the project's; some tools keep worktrees there. */
const outside =
  /^(?:[A-Za-z]:)?\/(?:Users|home)\/dev\/(?:\.(?!.*\/worktrees\/)|Downloads|Library|AppData)/
const worktrees = /^\.?worktrees$/
/** A folder of the project, whatever its name. */
const sourceFolders =
  /^(?:cmd|src|lib|app|apps|packages|docs|test|tests|frontend|backend|internal)$/
const homeFolder = /^(?:[A-Za-z]:)?\/(?:Users|home)\/dev$/
/** The share of all paths that must lie in a folder. */
const leastShare = 0.8

/** @returns undefined if the session names no absolute paths or they have nothing in common */
export function findProjectRoot({ source, turns }: LabelledSession): string | undefined {
  const inputs = turns.flatMap(({ actions }) => actions.map(({ input }) => JSON.stringify(input)))
  const paths = inputs
    .flatMap((text) => text.replaceAll('\\\\', '\\').match(absolutePath) ?? [])
    .map((path) => path.replaceAll('\\', '/').replace(/[\\/.]+$/, ''))
    .filter((path) => !outside.test(path))
  const home = paths[0]?.split('/').slice(0, 3).join('/')
  if (home === undefined) return undefined
  const repository = source.split('/').at(-1)?.toLowerCase()
  const root = descend(home, paths, (name) => name.toLowerCase() === repository)
  if (root === home) return undefined
  const beside = commonChild(root, paths)
  const isWorktree = worktrees.test(root.split('/').at(-2) ?? '') || worktrees.test(beside ?? '')
  return isWorktree ? descend(root, paths, () => false) : root
}

/** Down from `folder` while most paths lie in one folder below it. */
function descend(
  folder: string,
  paths: readonly string[],
  isLast: (name: string) => boolean,
): string {
  const name = commonChild(folder, paths)
  if (name === undefined || (sourceFolders.test(name) && !homeFolder.test(folder))) return folder
  const child = `${folder}/${name}`
  return isLast(name) ? child : descend(child, paths, isLast)
}

/** The folder that most paths go through below this one. */
function commonChild(folder: string, paths: readonly string[]): string | undefined {
  const children = paths.flatMap((path) => {
    if (!path.startsWith(`${folder}/`)) return []
    const [child = '', ...rest] = path.slice(folder.length + 1).split('/')
    const isFile = rest.length === 0 && child.includes('.')
    return isFile ? [] : [child]
  })
  const byName = [...Map.groupBy(children, (child) => child).values()]
  const most = byName.toSorted((a, b) => b.length - a.length)[0] ?? []
  return most.length >= leastShare * paths.length ? most[0] : undefined
}

/** Replaces `root`, in either spelling of paths, by `folder` in every text of the input. */
export function moveInto(folder: string, root: string | undefined, input: JsonObject): JsonObject {
  if (root === undefined) return input
  const spelled = root.split('/').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const inRoot = new RegExp(
    `${spelled.join('[\\\\/]')}(?=[\\\\/\\s"'\`:;)]|$)([\\\\/][^\\s"'\`]*)?`,
    'gi',
  )
  const moved = (text: string) =>
    text.replace(inRoot, (_whole, rest = '') => `${folder}${rest.replaceAll('\\', '/')}`)
  return mapTexts(input, moved) as JsonObject
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapTexts(each as Json, change)]),
  )
}

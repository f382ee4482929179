/** The branch and commit of a work tree. */
import { join } from 'node:path'
import { readText } from './read-git-file.ts'

export interface Head {
  readonly branch?: string
  readonly commit?: string
}

const mostRefBytes = 4 * 1024
/** About 200,000 branches and tags. */
const mostPackedBytes = 16 * 1024 * 1024

export async function readHead(gitDir: string, commonDir: string): Promise<Head> {
  const text = (await readText(join(gitDir, 'HEAD'), mostRefBytes)) ?? ''
  const ref = refOf(text)
  if (ref === undefined) return commitOf(text)
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
  // The content of HEAD in a repository with a reftable.
  if (branch === '.invalid') return {}
  const isBranch = branch && branch.length <= 250 && !neverInBranch.test(branch)
  return { ...(isBranch && { branch }), ...(await resolveRef(ref, commonDir)) }
}

/** What git refuses in a name; HEAD is a file in which anyone can write a sentence. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const neverInBranch = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[/.]|\/\.|[/.]$/

/** A ref may point to another ref. Git also gives up after five. */
async function resolveRef(ref: string, commonDir: string, depth = 5): Promise<Head> {
  const loose = await readText(join(commonDir, ref), mostRefBytes)
  if (loose === undefined) return findPacked(ref, commonDir)
  const next = refOf(loose)
  if (next === undefined) return commitOf(loose)
  return depth === 0 ? {} : resolveRef(next, commonDir, depth - 1)
}

async function findPacked(ref: string, commonDir: string): Promise<Head> {
  const packed = (await readText(join(commonDir, 'packed-refs'), mostPackedBytes)) ?? ''
  const at = packed.indexOf(` ${ref}\n`)
  return at < 0 ? {} : commitOf(packed.slice(packed.lastIndexOf('\n', at) + 1, at))
}

/** Follows only names inside the repository. */
function refOf(text: string): string | undefined {
  const [, ref] = /^ref:\s*(refs\/.+?)\s*$/s.exec(text) ?? []
  return ref?.split('/').includes('..') ? undefined : ref
}

function commitOf(text: string): Head {
  const commit = text.trim()
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit) ? { commit } : {}
}

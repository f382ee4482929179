/** Finds the files a tool call touched, for every host's form of input. */
import { isAbsolutePath, isWithin, projectPath } from '../model/folder-path.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import type { ToolUse } from '../ports/history.ts'

const pathNames = ['file_path', 'filePath', 'notebook_path', 'path', 'absolute_path']
const patchLine = /^\*\*\* (?:Update|Add|Delete) File: (.+)$/gm
/** The name of an editing tool contains one of these words, in any case. */
export const editingWords: readonly string[] = [
  'edit',
  'write',
  'patch',
  'replace',
  'create',
  'delete',
]
const editing = new RegExp(editingWords.join('|'), 'i')

export function touchedFiles(uses: readonly ToolUse[], folder: string | undefined): string[] {
  const paths = uses.flatMap(({ input }) => [...pathsIn(input), ...patchedIn(input)])
  return [...new Set(paths.map((path) => relativeTo(path, folder)))]
}

export function editedFiles(uses: readonly ToolUse[], folder: string | undefined): string[] {
  return touchedFiles(uses.filter(isEdit), folder)
}

/** An editing tool by name, or any tool with a patch as input. A server's `edit_issue` is none. */
export function isEdit({ toolName, input }: ToolUse): boolean {
  if (ofServer.test(toolName)) return false
  return editing.test(toolName) || patchedIn(input).length > 0
}

/** How hosts start the names of MCP tools, if they mark them. */
const ofServer = /^(?:mcp__|mcp_|MCP:|@[\w.-]+\/)/

function pathsIn(input: Json): string[] {
  if (!isJsonObject(input)) return []
  return pathNames.flatMap((name) => {
    const value = input[name]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
}

/** A patch names its files in its text. */
function patchedIn(input: Json): string[] {
  if (!isJsonObject(input)) return []
  const texts = Object.values(input)
    .flat()
    .filter((value) => typeof value === 'string')
    .filter((text) => text.includes('*** '))
  return texts.flatMap((text) => [...text.matchAll(patchLine)].map(([, path = '']) => path.trim()))
}

/** With slashes; unchanged if it is outside the folder. */
function relativeTo(path: string, folder: string | undefined): string {
  const isInside = folder !== undefined && isAbsolutePath(path) && isWithin(path, folder)
  return (isInside ? projectPath(path, folder) : path).replaceAll('\\', '/')
}

/** Converts a path in a call to one relative to the project. @param cwd the call's folder */
export const inProject = (path: string, cwd: string | undefined, root: string | undefined) =>
  relativeTo(absolute(path, cwd), root)

function absolute(path: string, cwd: string | undefined): string {
  const plain = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
  const isAbsolute = plain.startsWith('/') || /^[A-Za-z]:\//.test(plain)
  return isAbsolute || cwd === undefined ? plain : `${cwd.replace(/[\\/]+$/, '')}/${plain}`
}

/**
 * Decides which tool calls bring in text that neither the user, the agent nor the project wrote.
 * Every call does, unless it is known not to.
 */
import { isOwnTool, toToolCall } from '../activity/to-action.ts'
import { outputText } from '../activity/tool-output.ts'
import { isWithin } from '../model/folder-path.ts'
import { isJsonObject, type Json, textsIn } from '../model/json.ts'
import type { WrittenFile } from '../ports/capture-store.ts'
import type { ToolUse } from '../ports/history.ts'
import { createPlaces } from './places.ts'
import { isFetching, judgeScript } from './shell/judge-script.ts'

export interface ToolPlace {
  readonly host: string
  /** Where the tool ran. */
  readonly cwd: string | undefined
  /** The project's folders, absolute: the session's folder, the repository's root. */
  readonly folders: readonly string[]
  /** What the session wrote before, oldest first. */
  readonly written: readonly WrittenFile[]
}

interface AnsweredTool extends ToolUse {
  readonly output?: Json
}

export interface ToolReading {
  readonly isForeign: boolean
  /** Files the call wrote whose origin matters when they are read later. */
  readonly written: readonly WrittenFile[]
}

/** What a subagent read decides about its call, and that is not known here. */
export function judgeToolCall(use: AnsweredTool, place: ToolPlace): ToolReading {
  const { toolName, input } = use
  if (isOwnTool(toolName)) return local
  if (!isHostTool(toolName, place.host)) return foreign
  const { kind, command, files } = toToolCall(use, place.cwd)
  if (kind === 'web') return foreign
  if (kind === 'command') {
    if (command === undefined) return foreign
    const { isForeign, written } = judgeScript(command, place)
    return { isForeign: isForeign || findsInDependency(use, place), written }
  }
  if (kind === 'read' || kind === 'search') {
    const places = createPlaces(place.folders, () => place.written)
    const isRead = kind === 'read' ? places.isForeign : places.holdsForeign
    const paths = pathsIn(input, /glob/i.test(toolName))
    const isForeign = paths.some((path) => isRead(path, place.cwd))
    return { isForeign: isForeign || findsInDependency(use, place), written: [] }
  }
  if (kind === 'edit') return { isForeign: false, written: writtenBy(use, files, place) }
  return printsOthersWords(toolName, input) ? foreign : local
}

const local: ToolReading = { isForeign: false, written: [] }
const foreign: ToolReading = { isForeign: true, written: [] }

/** `node_modules/a/README.md:12:…`: a search of the whole project prints the file of each line. */
function findsInDependency({ output = null }: AnsweredTool, { cwd, folders }: ToolPlace): boolean {
  const places = createPlaces(folders, () => [])
  const hits = outputText(output).slice(0, mostHitsRead).matchAll(hit)
  return [...hits].some(([, path = '']) => {
    const absolute = places.resolve(path, cwd)
    return (
      absolute !== undefined &&
      folders.some((folder) => isWithin(absolute, folder)) &&
      places.isElsewhere(absolute)
    )
  })
}

const mostHitsRead = 50_000
/** Without a column: with one, it is a compiler's report. */
const hit = /^([^\s:]+\/[^\s:]+):(?:\d+:)?(?!\d)/gm

/** A partial edit says nothing about the rest of the file. */
function writtenBy({ toolName, input }: ToolUse, files: readonly string[], place: ToolPlace) {
  const places = createPlaces(place.folders, () => place.written)
  const text = textsIn(input).join('\n')
  const isWhole = /^(?:write|write_file|create|create_file|write_to_file|fswrite)$/i.test(toolName)
  return files.flatMap((file): WrittenFile[] => {
    const path = places.resolve(file, place.cwd)
    if (path === undefined) return []
    if (isFetching(path, text, place)) return [{ path, content: 'fetching' }]
    return isWhole ? [{ path, content: 'own' }] : []
  })
}

/** Hosts name files in many ways, so every text counts as a path unless it is a search pattern. */
function pathsIn(input: Json, isGlob: boolean, depth = 0): string[] {
  if (typeof input === 'string') return [input]
  if (depth > 3 || typeof input !== 'object' || input === null) return []
  const values = Array.isArray(input)
    ? input.slice(0, 200)
    : Object.entries(input).flatMap(([name, value]) => {
        const isPath = !noPath.test(name) || (isGlob && name === 'pattern')
        return isPath && value !== undefined ? [value] : []
      })
  return values.flatMap((value) => pathsIn(value, isGlob, depth + 1))
}

const noPath =
  /^(?:pattern|regex|query|search\w*|description|explanation|prompt|reason|output_?mode|type|exclude\w*|ignore\w*|respect\w*|mode|summary)$/i

/** A plugin's skill or command, or a language server's documentation of a dependency. */
function printsOthersWords(toolName: string, input: Json): boolean {
  if (!isJsonObject(input)) return false
  if (/^lsp$/i.test(toolName)) return input.operation === 'hover'
  if (!/^(?:skill|slashcommand|activate_skill)$/i.test(toolName)) return false
  const names = [input.skill, input.command, input.name].filter((name) => typeof name === 'string')
  return names.some((name) => /^\/?[^\s/]+:/.test(name) && !/^\/?throughline:/.test(name))
}

/** Whether it prints new output of a command or subagent that was started earlier. */
export function continuesAnother(toolName: string): boolean {
  return /^(?:bashoutput|taskoutput|monitor|write_stdin|read_(?:bash|powershell|agent)|wait|wait_agent)$/i.test(
    toolName,
  )
}

/** Matches exact tool names of one host; tools of an MCP server never match. */
function isHostTool(toolName: string, host: string): boolean {
  const name = toolName.toLowerCase()
  return (toolsByHost.get(host) ?? everywhere).has(name)
}

const setOf = (names: string) => new Set(names.split(/\s+/).filter((name) => name !== ''))
const everywhere = setOf(`bash shell read write edit multiedit grep glob ls task agent read_file
  write_file edit_file list_dir list_directory apply_patch view create webfetch websearch
  web_fetch web_search execute_command read_files write_to_file replace_in_file list_files
  search_files create_file`)

const toolsByHost = new Map(
  Object.entries({
    'claude-code': `powershell bashoutput killbash killshell notebookread notebookedit lsp taskcreate
      taskget tasklist taskoutput taskstop taskupdate todoread todowrite exitplanmode
      exit_plan_mode enterplanmode enterworktree exitworktree askuserquestion skill slashcommand
      toolsearch sendmessage structuredoutput sleep monitor croncreate crondelete cronlist`,
    codex: `local_shell shell_command exec_command write_stdin update_plan view_image
      request_user_input spawn_agent send_input wait wait_agent close_agent tool_search`,
    gemini: `run_shell_command read_many_files replace search_file_content grep_search save_memory
      write_todos google_web_search activate_skill enter_plan_mode exit_plan_mode ask_user
      codebase_investigator get_internal_docs`,
    qwen: `run_shell_command read_many_files replace search_file_content grep_search save_memory
      todo_write exit_plan_mode skill ask_user_question lsp`,
    opencode: `list patch todowrite todoread skill question lsp invalid plan_enter plan_exit batch`,
    cursor: `delete delete_file todo_write read_lints ripgrep_raw_search glob_file_search
      codebase_search semantic_search_full file_search grep_search list_dir_v2 task_v2 edit_file_v2
      read_file_v2 run_terminal_cmd run_terminal_command_v2 search_replace create_plan
      update_todos edit_notebook ask_question switch_mode`,
    copilot: `read_bash write_bash stop_bash list_bash powershell read_powershell write_powershell
      stop_powershell str_replace_editor report_intent update_todo ask_user show_file rg
      exit_plan_mode read_agent list_agents skill store_memory`,
    kiro: `execute_bash executebash fs_read fs_write fsread fswrite fsappend strreplace readfile
      readmultiplefiles readcode listdirectory filesearch grepsearch deletefile executepwsh
      getdiagnostics thinking todo_list introspect userinput taskstatus code`,
  }).map(([host, names]) => [host, new Set([...everywhere, ...setOf(names)])]),
)

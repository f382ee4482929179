/** `throughline audit`: what is wrong in the memories of agents and other tools, and an import without it. */
import { relative, sep } from 'node:path'
import type { Audit } from '../../../core/audit/audit.ts'
import { type AuditFinding, findingKinds } from '../../../core/audit/examine.ts'
import type { Audited } from '../../../core/audit/read-audited.ts'
import { quoteIfNeeded } from '../../../core/text/safe-text.ts'
import { argument, type Command, option, type Switches } from '../command.ts'
import { type CliContext, currentFolder } from '../context.ts'
import { count, excerpt, inHome, memoryCount, printWrapped } from '../present.ts'
import { askYesNo } from '../user-input.ts'

export const auditCommand: Command = {
  arguments: [
    argument(
      '[path]',
      'A rule file, a project, or a tool’s folder or file (default: all for this project and you)',
    ),
  ],
  options: [
    option('--import', 'Import what was read, except what the report lists'),
    option('--yes', 'Import without asking'),
  ],
  examples: ['audit', 'audit CLAUDE.md', 'audit ~/.claude-mem/claude-mem.db --import'],
  run: (context, options, path) => audit(context, options as AuditOptions, path),
}

type AuditOptions = Switches<'import' | 'yes' | 'json'>

async function audit(
  context: CliContext,
  { json, import: isImport, yes }: AuditOptions,
  path: string | undefined,
): Promise<void> {
  await context.withFreshLocal(async (local) => {
    const { audit: report, clean } = await local.audit({
      path: path === undefined ? undefined : context.resolvePath(path),
      cwd: currentFolder(context),
    })
    if (json && !isImport) return context.printJson(toJson(report))
    if (!json) printAudit(context, report)
    if (!json && report.sound > 0)
      printOffer(context, report, { path, isImport: isImport === true })
    if (!isImport || !(await isConfirmed(context, yes === true || json === true, report))) return
    const { runMemories, printMemories } = await import('./import-memories.ts')
    const isQuiet = json === true || !context.isTerminal
    const imported = await runMemories(context, clean, local.foreignMemories, { isQuiet })
    if (json) context.printJson({ ...toJson(report), imported })
    else printMemories(context, imported)
  })
}

/** What an import would take, and what it leaves out. */
function printOffer(
  context: CliContext,
  { memories, sound }: Audit,
  { path, isImport }: { readonly path: string | undefined; readonly isImport: boolean },
): void {
  const left = memories - sound
  const all = left === 0 ? 'all of it' : `${memoryCount(sound)} and leaves ${left} out`
  context.print()
  if (isImport) {
    printWrapped(context, `To import: ${memoryCount(sound)}. Left out: ${left || 'none'}`, '  ')
    return
  }
  const given = path === undefined ? '' : ` ${quoteIfNeeded(path)}`
  printWrapped(context, `throughline audit${given} --import takes ${all}`, '  ', 'quiet')
}

async function isConfirmed(
  context: CliContext,
  isAgreed: boolean,
  { sound }: Audit,
): Promise<boolean> {
  if (isAgreed) return true
  if (context.isTerminal) return askYesNo(context, `Import ${memoryCount(sound)}?`)
  context.print('Nothing imported yet: add --yes')
  return false
}

const titles: Readonly<Record<AuditFinding['kind'], string>> = {
  secret: 'Secrets: replace them, then remove them here',
  outside: 'Instructions from outside: an agent may take them for yours',
  contradiction: 'Contradictions',
  duplicate: 'Duplicates',
  'stale-path': 'Paths that are gone',
  unused: 'Never used',
}

/** Of each kind. */
const mostShown = 20

function printAudit(context: CliContext, audit: Audit): void {
  const { memories, findings, unread, read } = audit
  if (memories === 0) context.print('No memories of agents or other tools here')
  else {
    const tools = read.map(({ displayName, memories: times }) => `${displayName} ${times}`)
    const found = findings.length === 0 ? 'nothing wrong' : count(findings.length, 'finding')
    printWrapped(context, `${memoryCount(memories)}, ${found} (${tools.join(', ')})`, '  ')
  }
  for (const kind of findingKinds) {
    printKind(
      context,
      titles[kind],
      findings.filter((finding) => finding.kind === kind),
    )
  }
  if (unread.length > 0) context.print()
  for (const { path, reason } of unread) {
    printWrapped(context, `Not read in ${placeOf(context, { path })}: ${reason}`, '  ')
  }
}

function printKind(context: CliContext, title: string, findings: readonly AuditFinding[]): void {
  if (findings.length === 0) return
  context.print()
  context.print(`${title} (${findings.length})`, findings[0]?.kind === 'secret' ? 'bad' : undefined)
  for (const { kind, what, memories } of findings.slice(0, mostShown)) {
    const [memory, other] = memories
    context.print(`  ${placeOf(context, memory.place)}`, 'id')
    const width = (context.columns ?? 100) - 4
    context.print(`    ${excerpt(telling(memory, kind), width)}`)
    if (kind === 'secret') continue
    const why = other
      ? `${relations[kind] ?? what} ${placeOf(context, other.place)}: ${other.memory.content}`
      : what
    context.print(`    ${excerpt(why, width)}`, 'quiet')
  }
  const more = findings.length - mostShown
  if (more > 0) context.print(`  and ${more} more (--json lists all)`)
}

const relations: Partial<Record<AuditFinding['kind'], string>> = {
  contradiction: 'contradicts',
  duplicate: 'says the same as',
}

/** The line of a longer text that has the secret. */
function telling({ memory: { content } }: Audited, kind: AuditFinding['kind']): string {
  if (kind !== 'secret') return content
  const at = content.indexOf('[redacted:')
  const start = Math.max(content.lastIndexOf('\n', at) + 1, at - 40)
  return content.slice(start).split('\n')[0] ?? content
}

function placeOf(context: CliContext, { path, line, record }: Audited['place']): string {
  const folder = currentFolder(context)
  const isHere = folder !== undefined && path.startsWith(folder + sep)
  const shown = isHere ? relative(folder, path) : inHome(context, path)
  if (record !== undefined) return `${shown}, ${record}`
  return line === undefined ? shown : `${shown}:${line}`
}

function toJson({ findings, ...rest }: Audit) {
  const asJson = ({ place, memory, source }: Audited) => ({
    ...place,
    source,
    text: memory.content,
  })
  return {
    ...rest,
    findings: findings.map(({ kind, what, memories: [memory, other] }) => ({
      ...{ kind, what, ...asJson(memory) },
      ...(other && { other: asJson(other) }),
    })),
  }
}

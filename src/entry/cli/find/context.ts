import type { Command } from 'commander'
import { type OutputOf, operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import type { Options } from '../memory-options.ts'
import { count, excerpt } from '../present.ts'
import { registerContextStats } from './context-stats.ts'

export function registerContext(program: Command, context: CliContext): void {
  const command = program
    .command('context')
    .description('See what an agent would be handed here, and why')
    .option('--event <event>', 'session-start, prompt or subagent-start')
    .option('--source <source>', 'how the session starts: startup, resume, clear or compact')
    .option('--prompt <text>', 'what you would say')
    .option('--project <project>', 'in this project, by id, name or identity')
    .option('--session <session>', 'in this session, by our id or the host’s')
    .option('--host <host>', 'the coding agent, e.g. codex; that of the session by default')
    .option('--agent <name>', 'the name of the subagent that starts')
    .option('--start-tokens <n>', 'as if the settings gave the start of a session so many tokens')
    .option('--prompt-tokens <n>', 'the same for a prompt')
    .option('--entries-per-scope <n>', 'as if so many memories of one scope were allowed')
    .option('--characters-per-scope <n>', 'the same in characters')
    .option('--explain', 'say why each line is in, and what is left out')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'context',
        'context --prompt "why is the invoice export slow?" --explain',
        'context --event session-start --source compact --session SESSION',
        'context stats',
      ),
    )
    .action(async (options: Options) => {
      const given = { ...options, folder: context.cwd }
      const input = parseInput(operations.getContext.input, given)
      const plan = await context.withFreshLocal((local) => local.operations.getContext(input))
      if (options.json) return context.printJson(plan)
      if (plan.silence)
        context.writeError(`An agent would be handed nothing: ${why[plan.silence]}.\n`)
      else context.print(plan.text)
      if (options.explain) explain(context, plan)
    })
  registerContextStats(command, context)
}

const why: Record<NonNullable<OutputOf<'getContext'>['silence']>, string> = {
  'switched-off': 'the settings switch it off',
  'disabled-here': 'Throughline is disabled here',
  'host-takes-nothing': 'this coding agent takes no context then',
  'prompt-says-little': 'the prompt says too little to go by',
  'nothing-fits': 'no memory fits',
}

function explain(context: CliContext, plan: OutputOf<'getContext'>): void {
  const { lines, left = [], tokens, characters } = plan
  context.print()
  context.print(
    `In: ${count(lines.length, 'line')}, ${tokens} tokens at most, ${characters} characters`,
  )
  for (const { id, text, reason } of lines) tell(context, id, text, reason)
  context.print(`Left out: ${left.length}`)
  for (const { id, text, reason } of left) tell(context, id, text, reason)
}

function tell(context: CliContext, id: string, text: string, reason: string): void {
  context.print(`  ${id}  ${excerpt(text, 60)}`)
  context.print(`      ${reason}`)
}

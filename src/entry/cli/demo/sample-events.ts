/**
 * A week of work on a shop, as Claude Code and Codex send it to their hooks: a bug, a decision, a
 * correction, a failure that recurs.
 */
import type { JsonObject } from '../../../core/model/json.ts'

export interface SampleEvent {
  readonly host: SampleHost
  readonly name: string
  readonly payload: JsonObject
  /** When it happened; undefined for the session that runs now. */
  readonly at?: Date
}

type SampleHost = 'claude-code' | 'codex'

type Step =
  | { readonly user: string }
  | { readonly run: string; readonly output: string; readonly fails?: true }
  | { readonly read: string; readonly content: string }
  | { readonly edit: string; readonly from: string; readonly to: string }
  | { readonly answer: string }

export interface SampleSession {
  readonly host: SampleHost
  readonly id: string
  /** Undefined if it runs now. */
  readonly startedAt?: Date
  readonly steps: readonly Step[]
}

/** Between two events of a past session. */
const pauseMs = 45_000

export function sampleEvents(session: SampleSession, folder: string): SampleEvent[] {
  const { host, id, startedAt, steps } = session
  const common = { session_id: id, cwd: folder, transcript_path: `${folder}/${id}.jsonl` }
  let turn = 0
  const inTurn = () => {
    const turnId = `${id.slice(0, -2)}${String(turn).padStart(2, '0')}`
    return { ...common, ...(host === 'codex' ? { turn_id: turnId } : { prompt_id: turnId }) }
  }
  const spoken = steps.map((step, index) => {
    if ('user' in step) turn += 1
    const { name, ...fields } = toEvent[host](step, index, folder)
    return { name, fields: { ...inTurn(), ...fields } }
  })
  const model = host === 'codex' ? 'gpt-5.5' : 'claude-sonnet-5'
  const whole = [
    { name: 'SessionStart', fields: { ...common, source: 'startup', model } },
    ...spoken,
    { name: 'SessionEnd', fields: { ...common, reason: 'other' } },
  ]
  return whole.map(({ name, fields }, index) => ({
    host,
    name,
    payload: { hook_event_name: name, ...fields },
    ...(startedAt && { at: new Date(startedAt.getTime() + index * pauseMs) }),
  }))
}

type HookFields = JsonObject & { readonly name: string }

const toEvent: Record<SampleHost, (step: Step, index: number, folder: string) => HookFields> = {
  'claude-code': claudeEvent,
  codex: codexEvent,
}

function claudeEvent(step: Step, index: number, folder: string): HookFields {
  const tool = (tool_name: string, tool_input: JsonObject, tool_response: JsonObject) => ({
    ...{ name: 'PostToolUse', tool_name, tool_input, tool_response },
    ...{ tool_use_id: `toolu_sample_${index}`, duration_ms: 40 * (index + 1) },
  })
  if ('read' in step) {
    return tool('Read', { file_path: `${folder}/${step.read}` }, { content: step.content })
  }
  if ('edit' in step) {
    const file_path = `${folder}/${step.edit}`
    const change = { file_path, old_string: step.from, new_string: step.to }
    return tool('Edit', change, { filePath: file_path })
  }
  if (!('run' in step)) return spokenEvent(step)
  const { run: command, output } = step
  if (!step.fails) return tool('Bash', { command }, { stdout: output, stderr: '' })
  return {
    ...{ name: 'PostToolUseFailure', tool_name: 'Bash', tool_input: { command } },
    ...{ tool_use_id: `toolu_sample_${index}`, error: `Exit code 1\n${output}` },
    ...{ is_interrupt: false, duration_ms: 910 },
  }
}

function codexEvent(step: Step, index: number): HookFields {
  const tool = (tool_name: string, command: string, tool_response: string) => ({
    ...{ name: 'PostToolUse', tool_name, tool_input: { command }, tool_response },
    tool_use_id: `call_sample_${index}`,
  })
  if ('read' in step) return tool('Bash', `cat ${step.read}`, `${step.content}\n`)
  if ('run' in step) return tool('Bash', step.run, `${step.output}\n`)
  if (!('edit' in step)) return spokenEvent(step)
  const { edit, from, to } = step
  const lines = [`*** Update File: ${edit}`, '@@', `-${from}`, `+${to}`]
  const patch = ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')
  return tool('apply_patch', patch, `Success. Updated the following files:\nM ${edit}\n`)
}

function spokenEvent(step: Extract<Step, { user: string } | { answer: string }>): HookFields {
  return 'user' in step
    ? { name: 'UserPromptSubmit', prompt: step.user }
    : { name: 'Stop', stop_hook_active: false, last_assistant_message: step.answer }
}

/** A fake key; the demo shows that it never reaches the store. */
const sampleKey = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_')

const missingClient =
  "src/checkout.ts(4,24): error TS2307: Cannot find module './api/client' or its corresponding type declarations."

const offByACent: Step[] = [
  {
    user: `The checkout total is off by a cent for three items. The test key is ${sampleKey}.`,
  },
  { read: 'src/price.ts', content: 'export const total = (n) => n * 1.19' },
  { run: 'npm test', output: 'AssertionError: expected 11.9 to be 11.89', fails: true },
  { edit: 'src/price.ts', from: 'n * 1.19', to: 'Math.round(n * 119) / 100' },
  { run: 'npm test', output: '12 passed' },
  {
    answer:
      'The total was off by a cent because src/price.ts multiplied prices as floats; it now rounds to cents once, at the end.',
  },
  { user: 'Good. Always run npm test before you commit here.' },
  { run: 'git commit -am "Round the total once"', output: '[main 4f2a91c] Round the total once' },
  { answer: 'Committed after a green npm test.' },
]

const shippingEstimate: Step[] = [
  { user: 'Add a shipping estimate below the total on the checkout page.' },
  { run: 'npm run typecheck', output: missingClient, fails: true },
  { run: 'npm run api:generate', output: 'Wrote src/api/client.ts' },
  { run: 'npm run typecheck', output: 'no errors' },
  { edit: 'src/checkout.ts', from: 'total(cart)', to: 'total(cart) + estimate(cart)' },
  {
    answer:
      'The estimate is below the total. The type check failed at first because this clone had no src/api/client.ts; npm run api:generate writes it.',
  },
  {
    user: 'We decided to keep every amount as integer cents, never as a float, so that sums stay exact.',
  },
  { edit: 'src/estimate.ts', from: 'fee: 4.9', to: 'feeInCents: 490' },
  { run: 'npm test', output: '15 passed' },
  { run: 'git commit -am "Add the shipping estimate"', output: '[main 81d0b3e] Add the estimate' },
  { answer: 'src/estimate.ts now has feeInCents.' },
]

const renamedByHand: Step[] = [
  { user: 'Rename shippingCost to deliveryFee in the API.' },
  { edit: 'src/api/client.ts', from: 'shippingCost: number', to: 'deliveryFee: number' },
  { answer: 'Renamed it in src/api/client.ts.' },
  {
    user: 'No, that file is generated. Never edit src/api/client.ts by hand: change openapi.yaml and run npm run api:generate.',
  },
  { edit: 'openapi.yaml', from: 'shippingCost:', to: 'deliveryFee:' },
  { run: 'npm run api:generate', output: 'Wrote src/api/client.ts' },
  { run: 'npm test', output: '15 passed' },
  { run: 'git commit -am "Rename to deliveryFee"', output: '[main c09e4d7] Rename to deliveryFee' },
  { answer: 'The name now comes from openapi.yaml, and the tests pass.' },
]

const invoiceExport: Step[] = [
  { user: 'Which currency does the invoice export use?' },
  { read: 'src/invoice/export.ts', content: 'const currency = order.currency' },
  { answer: 'The invoice export uses the currency of the order, not that of the shop.' },
  {
    user: 'From now on export invoices with semicolons instead of commas, because accounting opens them in Excel.',
  },
  { edit: 'src/invoice/export.ts', from: "join(',')", to: "join(';')" },
  { run: 'npm test', output: '17 passed' },
  { run: 'git commit -am "Export with semicolons"', output: '[main 5ab7721] Export' },
  { answer: 'Invoices are exported with semicolons.' },
]

/** The session that runs while the user watches. */
const confirmationMail: Step[] = [
  { user: 'Show the delivery fee in the order confirmation mail.' },
  { run: 'npm run typecheck', output: missingClient, fails: true },
  { run: 'npm run api:generate', output: 'Wrote src/api/client.ts' },
  { run: 'npm run typecheck', output: 'no errors' },
  {
    edit: 'src/mail/confirmation.ts',
    from: 'total: order.total',
    to: 'total: order.total, deliveryFee: order.deliveryFeeInCents',
  },
  { run: 'npm test', output: '18 passed' },
  { answer: 'The mail shows the delivery fee, in integer cents like every amount.' },
]

const idOf = (number: number) => `6f1d2c1e-0d5b-4f7e-9a41-2b7c3d9e${number}00`

export function earlierSessions(now: Date): SampleSession[] {
  const at = (daysAgo: number, hour: number) => {
    const day = new Date(now)
    day.setDate(day.getDate() - daysAgo)
    day.setHours(hour, 12, 0, 0)
    return day
  }
  return [
    { host: 'claude-code', id: idOf(51), startedAt: at(6, 9), steps: offByACent },
    { host: 'codex', id: idOf(52), startedAt: at(4, 14), steps: shippingEstimate },
    { host: 'claude-code', id: idOf(53), startedAt: at(2, 10), steps: renamedByHand },
    { host: 'codex', id: idOf(54), startedAt: at(1, 16), steps: invoiceExport },
  ]
}

export const sessionNow: SampleSession = {
  host: 'claude-code',
  id: idOf(55),
  steps: confirmationMail,
}

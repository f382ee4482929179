/**
 * Runs rules of secretlint's recommended preset, which its maintainers keep up to date, for tokens
 * that our own rules do not cover.
 */
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { anyLiteral } from './literal.ts'
import { redacted } from './marker.ts'
import { isSpelledOut } from './token-formats.ts'

/** The preset's rules by the end of their id. Every match contains one of its triggers. */
export const usedRules: Readonly<Record<string, UsedRule>> = {
  '1password': { kind: '1password-token', triggers: ['ops_ey'] },
  anthropic: { kind: 'anthropic-key', triggers: ['sk-ant-'] },
  cloudflare: { kind: 'cloudflare-token', triggers: ['cfk_', 'cfut_', 'cfat_'] },
  databricks: { kind: 'databricks-token', triggers: ['dapi'] },
  docker: { kind: 'docker-token', triggers: ['dckr_pat_'] },
  figma: { kind: 'figma-token', triggers: ['figd_'] },
  gitlab: { kind: 'gitlab-token', triggers: ['glpat-'] },
  grafana: { kind: 'grafana-token', triggers: ['glsa_', 'glc_'] },
  groq: { kind: 'groq-key', triggers: ['gsk_'] },
  'hashicorp-vault': { kind: 'vault-token', triggers: ['hvs.', 'hvb.', 'hvr.'] },
  huggingface: { kind: 'huggingface-token', triggers: ['hf_'] },
  linear: { kind: 'linear-token', triggers: ['lin_api_'] },
  notion: { kind: 'notion-token', triggers: ['ntn_'] },
  openai: { kind: 'openai-key', triggers: ['T3BlbkFJ'] },
  shopify: { kind: 'shopify-token', triggers: ['shpss_', 'shpat_', 'shpca_', 'shppa_'] },
  slack: { kind: 'slack-token', triggers: ['xox', 'xapp-', 'hooks.slack.com'] },
  stripe: { kind: 'stripe-key', triggers: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'] },
  tailscale: { kind: 'tailscale-key', triggers: ['tskey-'] },
  vercel: { kind: 'vercel-token', triggers: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'] },
}

interface UsedRule {
  readonly kind: string
  readonly triggers: readonly string[]
}

/** Rules of the preset that are not used, and why. */
export const unusedRules: Readonly<Record<string, string>> = {
  aws: 'reports the wrong range for a secret key; ours covers it',
  basicauth: 'reports the whole URL; ours removes only the password',
  'database-connection-string': 'reports the whole URL; ours removes only the password',
  'filter-comments': 'would let a text turn redaction off',
  gcp: 'reads files, asynchronously; ours covers the key inside',
  github: 'not linear on hostile text; ours covers more',
  npm: 'reports the wrong range for a URL; ours covers it',
  privatekey: 'ours also covers cut-off and escaped keys',
  sendgrid: 'not linear on hostile text; ours covers more',
}

const idPrefix = '@secretlint/secretlint-rule-'

export function presetRuleNames(): string[] {
  return presetRules.map(ruleName)
}

export function redactBySecretlint(text: string): string {
  if (text.search(anyTrigger) < 0) return text
  const findings: Finding[] = []
  for (const { triggers, scan } of scanners()) {
    if (triggers.some((trigger) => text.includes(trigger))) scan(withoutEscapes(text), findings)
  }
  if (findings.length === 0) return text
  return replaceFindings(text, findings)
}

export const secretlintTriggers = Object.values(usedRules).flatMap(({ triggers }) => triggers)
const anyTrigger = anyLiteral(secretlintTriggers)

/** The part of secretlint's rule interface that the preset's rules use. */
interface PresetRule {
  readonly meta: { readonly id: string }
  readonly create: (context: RuleContext, options: object) => { file?(source: Source): unknown }
}

interface RuleContext {
  createTranslator(): () => { message: string }
  report(descriptor: { range: readonly [number, number] }): void
  ignore(): void
}

interface Source {
  readonly content: string
  readonly contentType: 'text'
  readonly filePath: undefined
  readonly ext: ''
}

interface Finding {
  readonly kind: string
  readonly start: number
  readonly end: number
}

interface Scanner {
  readonly triggers: readonly string[]
  scan(text: string, findings: Finding[]): void
}

const presetRules = rules as unknown as readonly PresetRule[]
let created: readonly Scanner[] | undefined

function scanners(): readonly Scanner[] {
  created ??= presetRules.flatMap((rule) => {
    const used = usedRules[ruleName(rule)]
    return used === undefined ? [] : [createScanner(rule, used)]
  })
  return created
}

function createScanner(rule: PresetRule, used: UsedRule): Scanner {
  let findings: Finding[] = []
  const created = rule.create(
    {
      createTranslator: () => () => ({ message: '' }),
      report: ({ range: [start, end] }) => findings.push({ kind: used.kind, start, end }),
      ignore: () => {},
    },
    {},
  )
  return {
    triggers: used.triggers,
    scan(content, into) {
      findings = into
      created.file?.({ content, contentType: 'text', filePath: undefined, ext: '' })
    },
  }
}

function ruleName(rule: PresetRule): string {
  return rule.meta.id.replace(idPrefix, '')
}

/** The rules allow no letter before a token, but JSON's `\n` and colour codes end in one. */
function withoutEscapes(text: string): string {
  return text.replace(/\\[nrt]|\[[0-9;]{0,8}m/g, (escaped) => ' '.repeat(escaped.length))
}

function replaceFindings(text: string, findings: Finding[]): string {
  findings.sort((one, other) => one.start - other.start || other.end - one.end)
  const kept: string[] = []
  let keptUpTo = 0
  for (const { kind, start, end } of findings) {
    if (start < keptUpTo || isSpelledOut(text.slice(start, end))) continue
    kept.push(text.slice(keptUpTo, start), redacted(kind))
    keptUpTo = end
  }
  return kept.length === 0 ? text : kept.join('') + text.slice(keptUpTo)
}

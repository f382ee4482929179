/** Secrets that are recognisable by their prefix. */

export interface TokenFormat {
  readonly kind: string
  /** Plain literals, which make the search fast. */
  readonly prefixes: readonly string[]
  /** What must follow: one greedy run, so the search stays linear on any input. */
  readonly body: string
  /** The short prefix could end an ordinary word (`task-`, `shelf_`), so no letter may precede it. */
  readonly standsAlone?: true
}

const word = '[A-Za-z0-9_-]'
const dotted = '[A-Za-z0-9_.-]'
const alphanumeric = '[A-Za-z0-9]'
const hex = '[a-f0-9]'
const path = String.raw`[A-Za-z0-9_/\\-]`

export const tokenFormats: readonly TokenFormat[] = [
  { kind: 'jwt', prefixes: ['eyJ'], body: String.raw`${word}{8,}(?:\.${word}+)*` },
  {
    kind: 'github-token',
    prefixes: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    body: String.raw`${word}{16,}(?:\.${word}{8,})*`,
  },
  { kind: 'github-token', prefixes: ['github_pat_'], body: '[A-Za-z0-9_]{20,}' },
  {
    kind: 'gitlab-token',
    prefixes: ['glpat-', 'glptt-', 'glcbt-', 'gldt-', 'glrt-', 'glsoat-', 'glagent-', 'glft-'],
    body: `${dotted}{16,}`,
  },
  {
    kind: 'slack-token',
    prefixes: ['xoxa-', 'xoxb-', 'xoxc-', 'xoxd-', 'xoxe-', 'xoxe.', 'xoxo-', 'xoxp-', 'xoxr-'],
    body: `${dotted}{10,}`,
  },
  { kind: 'slack-token', prefixes: ['xoxs-', 'xapp-'], body: `${word}{10,}` },
  {
    kind: 'slack-webhook',
    prefixes: ['hooks.slack.com', 'hooks.slack-gov.com'],
    body: String.raw`\\?/(?:services|workflows|triggers)${path}{16,}`,
  },
  {
    kind: 'discord-webhook',
    prefixes: ['discord.com', 'discordapp.com'],
    body: String.raw`\\?/api\\?/(?:v\d{1,2}\\?/)?webhooks${path}{20,}`,
  },
  {
    kind: 'stripe-key',
    prefixes: ['sk_live_', 'sk_test_', 'sk_prod_', 'rk_live_', 'rk_test_', 'rk_prod_'],
    body: `${alphanumeric}{10,}`,
  },
  { kind: 'webhook-secret', prefixes: ['whsec_'], body: '[A-Za-z0-9+/=_-]{16,}' },
  { kind: 'anthropic-key', prefixes: ['sk-ant-'], body: `${word}{16,}`, standsAlone: true },
  { kind: 'openai-key', prefixes: ['sk-'], body: `${word}{20,}`, standsAlone: true },
  { kind: 'npm-token', prefixes: ['npm_'], body: `${alphanumeric}{30,}`, standsAlone: true },
  { kind: 'pypi-token', prefixes: ['pypi-'], body: `${word}{40,}`, standsAlone: true },
  { kind: 'huggingface-token', prefixes: ['hf_'], body: `${alphanumeric}{30,}`, standsAlone: true },
  { kind: 'huggingface-token', prefixes: ['api_org_'], body: `${alphanumeric}{30,}` },
  {
    kind: 'sendgrid-key',
    prefixes: ['SG.'],
    body: String.raw`${word}{16,32}\.${word}{16,}`,
    standsAlone: true,
  },
  { kind: 'google-api-key', prefixes: ['AIza'], body: `${word}{33,}` },
  { kind: 'google-oauth-token', prefixes: ['ya29.'], body: `${word}{20,}` },
  { kind: 'google-oauth-secret', prefixes: ['GOCSPX-'], body: `${word}{20,}` },
  {
    kind: 'aws-access-key',
    prefixes: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    body: `[A-Z0-9]{16}(?!${alphanumeric})`,
    standsAlone: true,
  },
  { kind: 'digitalocean-token', prefixes: ['doo_v1_', 'dop_v1_', 'dor_v1_'], body: `${hex}{32,}` },
  { kind: 'cloudflare-key', prefixes: ['v1.0-'], body: `${hex}{24}-${hex}{64,}` },
  {
    kind: 'linear-token',
    prefixes: ['lin_api_', 'lin_oauth_', 'lin_wh_'],
    body: '[A-Za-z0-9_]{20,}',
  },
  { kind: 'notion-token', prefixes: ['ntn_'], body: `${alphanumeric}{30,}`, standsAlone: true },
  { kind: 'notion-token', prefixes: ['secret_'], body: `${alphanumeric}{40,}`, standsAlone: true },
  { kind: 'vault-token', prefixes: ['hvs.', 'hvb.', 'hvr.'], body: `${word}{20,}` },
  { kind: 'age-key', prefixes: ['AGE-SECRET-KEY-', 'AGE-PLUGIN-'], body: '[A-Z0-9-]{20,}' },
  {
    kind: 'twilio-key',
    prefixes: withHexDigit('SK'),
    body: `${hex}{31}(?!${alphanumeric})`,
    standsAlone: true,
  },
  {
    kind: 'mailgun-key',
    prefixes: withHexDigit('key-'),
    body: `${hex}{31}(?!${alphanumeric})`,
    standsAlone: true,
  },
  { kind: 'atlassian-token', prefixes: ['ATATT3', 'ATCTT3'], body: '[A-Za-z0-9_=-]{20,}' },
  { kind: 'sentry-token', prefixes: ['sntrys_', 'sntryu_'], body: '[A-Za-z0-9+/=_]{20,}' },
  { kind: 'docker-token', prefixes: ['dckr_pat_', 'dckr_oat_'], body: `${word}{20,}` },
  { kind: 'figma-token', prefixes: ['figd_'], body: `${word}{30,}` },
  { kind: 'newrelic-key', prefixes: ['NRAK-'], body: `${alphanumeric}{20,}` },
  { kind: 'postman-key', prefixes: ['PMAK-'], body: `${word}{20,}` },
  { kind: 'xai-key', prefixes: ['xai-'], body: `${alphanumeric}{30,}`, standsAlone: true },
  { kind: 'nvidia-key', prefixes: ['nvapi-'], body: `${word}{30,}` },
  { kind: 'perplexity-key', prefixes: ['pplx-'], body: `${alphanumeric}{30,}` },
  { kind: 'replicate-token', prefixes: ['r8_'], body: `${alphanumeric}{30,}`, standsAlone: true },
  { kind: 'supabase-token', prefixes: ['sbp_', 'sb_secret_'], body: `${word}{20,}` },
  { kind: 'rubygems-key', prefixes: ['rubygems_'], body: `${hex}{32,}` },
  { kind: 'pulumi-token', prefixes: ['pul-'], body: `${hex}{32,}`, standsAlone: true },
  { kind: 'terraform-token', prefixes: ['.atlasv1.'], body: `${word}{30,}` },
  { kind: 'doppler-token', prefixes: ['dp.pt.', 'dp.st.', 'dp.ct.'], body: `${dotted}{30,}` },
  {
    kind: 'planetscale-token',
    prefixes: ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'],
    body: `${dotted}{20,}`,
  },
]

/** Literals again, so `SKIP` and `key-value` cost nothing. */
function withHexDigit(prefix: string): string[] {
  return [...'0123456789abcdef'].map((digit) => prefix + digit)
}

/**
 * Whether something with a token's format is readable text: `sk-your-key-here`,
 * `ghp_xxxxxxxxxxxxxxxx`, `sk-loading-spinner-large`.
 */
export function isSpelledOut(token: string): boolean {
  if (token.endsWith('EXAMPLE')) return true
  const parts = token.split(/[-_.]/)
  const body = parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '')
  if (new Set(body.toLowerCase()).size <= 2) return true
  if (body.length >= 16) return false
  return parts.length > 2 && parts.every((part) => plainWord.test(part))
}

const plainWord = /^(?:[a-z]*|[A-Z]+|[A-Z][a-z]+|v?\d{1,4})$/

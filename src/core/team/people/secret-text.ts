/**
 * How a secret is written: what it is for, the organisation and the row it belongs to, then the secret
 * itself. So it is looked up by its row, and only then compared.
 */

const prefixes = {
  ...{ key: 'tl_', machine: 'tlm_', browser: 'tlb_', link: 'tli_', device: 'tld_' },
  'sign-on': 'tls_',
}
export type SecretKind = keyof typeof prefixes

export interface SecretText {
  readonly kind: SecretKind
  readonly organisation: string
  readonly id: string
  readonly secret: string
}

/** What belongs to no organisation, such as machines that nobody approved yet. */
export const noOrganisation = '00000000-0000-0000-0000-000000000000'

/** Letters and digits: 190 bits. */
export const secretCharacters = 32
const pattern = /^(tl[mbids]?_)([0-9a-f]{32})([0-9a-f]{32})([0-9A-Za-z]{32})$/

export function writeSecret({ kind, organisation, id, secret }: SecretText): string {
  const [owner, row] = [organisation, id].map((uuid) => uuid.replaceAll('-', ''))
  return `${prefixes[kind]}${owner}${row}${secret}`
}

export function parseSecret(text: string): SecretText | undefined {
  const [, prefix, organisation, id, secret] = pattern.exec(text) ?? []
  const kind = (Object.keys(prefixes) as SecretKind[]).find((each) => prefixes[each] === prefix)
  if (!kind || !organisation || !id || !secret) return undefined
  return { kind, organisation: toUuid(organisation), id: toUuid(id), secret }
}

function toUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

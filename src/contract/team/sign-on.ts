/** Single sign-on of an organisation, as its operator sets it, and where the server answers. */
import { z } from 'zod'
import { personName } from './people.ts'

/** Only variables of this kind are read, so that no row of the database names another secret. */
export const isSecretVariable = (name: string) => /^OIDC_[A-Z0-9_]{1,80}$/.test(name)

export const signOnSettings = z
  .object({
    /** The address that names the provider in OpenID Connect. */
    issuer: z.url().refine(isSafeIssuer, 'must be an https address without a query'),
    clientId: z.string().trim().min(1).max(500),
    /** The variable of the server's environment that holds the client's secret. */
    secretVariable: z
      .string()
      .refine(isSecretVariable, 'must be a name such as OIDC_CLIENT_SECRET')
      .default('OIDC_CLIENT_SECRET'),
    /** What people call the provider; the host of the issuer by default. */
    label: personName.optional(),
    /** Only addresses of these domains may sign in; of any, if there are none. */
    domains: z
      .array(z.string().trim().toLowerCase().max(253).regex(z.regexes.domain, 'must be a domain'))
      .max(100)
      .default([]),
    /** With which role strangers of these domains join; absent if they need an invitation. */
    joinRole: z.enum(['member', 'reader']).optional(),
  })
  .refine(({ joinRole, domains }) => !joinRole || domains.length > 0, {
    message: 'must come with a domain: otherwise anyone with an account there could join',
    path: ['join'],
  })
  .transform(({ label, ...rest }) => ({
    ...rest,
    label: label ?? new URL(rest.issuer).hostname,
  }))
export type SignOnSettings = z.infer<typeof signOnSettings>

function isSafeIssuer(issuer: string): boolean {
  const url = URL.parse(issuer)
  if (!url || url.search || url.hash || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}

/** Single sign-on: the page that asks for an address, and the way to the provider and back. */
export const signOnPath = '/sign-on'

/** Another for each organisation, so that no provider is mistaken for another's. */
export function signOnCallback(organisation: string): string {
  return `${signOnPath}/${organisation}/callback`
}

/** Whether the host name of an address means this machine, so that nobody on the way can listen. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname)
}

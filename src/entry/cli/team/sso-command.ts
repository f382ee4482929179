/** `throughline server sso`: single sign-on of an organisation, set by the operator. */
import { parseInput } from '../../../contract/parse-input.ts'
import { emailAddress } from '../../../contract/team/people.ts'
import {
  type SignOnSettings,
  signOnCallback,
  signOnSettings,
} from '../../../contract/team/sign-on.ts'
import { releaseAccount, removeSignOn, setSignOn } from '../../../core/team/sign-on/settings.ts'
import { type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { publicUrl } from './organisation-commands.ts'
import { organisationOption, readServerOptions, withOrganisation } from './server-backend.ts'

export const ssoCommand: Command & { readonly summary: string } = {
  summary: 'Show or set single sign-on (OpenID Connect) of an organisation',
  options: [
    organisationOption,
    option('--issuer <url>', 'The provider, such as https://acme.okta.com'),
    option('--client-id <id>', 'The id that the provider gave this server'),
    option(
      '--secret-variable <name>',
      'Variable of the server’s environment with the client’s secret (default: OIDC_CLIENT_SECRET)',
    ),
    option('--name <name>', 'What people call it: “Sign in with …” (default: the issuer’s host)'),
    option('--domain <domain...>', 'Only addresses of these domains may sign in'),
    option('--join <role>', 'Let people with such an address join with this role, uninvited', {
      choices: ['member', 'reader'],
    }),
    option('--release <email>', 'Let a member sign in with another account of the provider'),
    option('--off', 'End it; people keep their sign-ins and use links again'),
    publicUrl,
  ],
  examples: [
    'server sso',
    'server sso --issuer https://acme.okta.com --client-id 0oa1b2c3 --name Okta',
    'server sso --organisation Acme --release ada@example.com',
    'server sso --off',
  ],
  run: (context, options) => run(context, options as SsoOptions),
}

interface SsoOptions {
  readonly organisation?: string
  readonly issuer?: string
  readonly clientId?: string
  readonly secretVariable?: string
  readonly name?: string
  readonly domain?: readonly string[]
  readonly join?: string
  readonly release?: string
  readonly off?: true
  readonly publicUrl?: string
  readonly json?: true
}

async function run(context: CliContext, options: SsoOptions): Promise<void> {
  const { release, off, issuer, json } = options
  const email = release === undefined ? undefined : parseInput(emailAddress, release)
  const wanted = issuer === undefined && options.clientId === undefined ? undefined : given(options)
  await withOrganisation(context, options.organisation, async ({ people, provider }, found) => {
    const { id, name } = found
    if (email !== undefined) {
      await releaseAccount(people, id, email)
      if (json) return context.printJson({ released: email })
      return context.print(`The next sign-in of ${email} may be with another account.`)
    }
    if (off) await removeSignOn(people, id)
    else if (wanted) await setSignOn(people, provider, id, wanted)
    const settings = await people.store.reading(id).signOn.settings()
    const redirectUri = new URL(signOnCallback(id), baseOf(options)).href
    if (json) return context.printJson({ organisation: found, settings, redirectUri })
    if (!settings) return context.print(`${name} has no single sign-on.`)
    show(context, name, settings, redirectUri)
  })
}

/** @throws `invalid-input` */
function given({ issuer, clientId, secretVariable, name, domain, join }: SsoOptions) {
  return parseInput(signOnSettings, {
    ...{ issuer, clientId, secretVariable, label: name, domains: domain, joinRole: join },
  })
}

function show(
  context: CliContext,
  name: string,
  settings: SignOnSettings,
  redirectUri: string,
): void {
  const { issuer, clientId, secretVariable, label, domains, joinRole } = settings
  context.print(`${name} signs in with ${label}.`)
  context.printTable(
    [
      ['issuer', issuer],
      ['client id', clientId],
      ['secret', `${secretVariable} in the environment of throughline server`],
      ['domains', domains.length === 0 ? 'any' : domains.join(', ')],
      ['who may', joinRole ? `members; others join as ${joinRole}` : 'members and invited people'],
      ['redirect URI', redirectUri],
    ],
    '  ',
  )
  context.print('Enter the redirect URI at the provider, exactly like this.')
}

function baseOf(options: SsoOptions): URL | string {
  const { publicUrl: base, port } = readServerOptions(options)
  return base ?? `http://127.0.0.1:${port}`
}

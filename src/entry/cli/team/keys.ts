/** `throughline team keys`: API keys for CI and other programs. */
import { openTeam, type PeopleClient } from '../../../compose/team/team-client.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import { createKeyRequest, rotateKeyRequest } from '../../../contract/team/people.ts'
import { keyScopes } from '../../../contract/team/vocabulary.ts'
import { argument, type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { ago, idCell, readableDate } from '../present.ts'
import { pickId } from '../resolve-ids.ts'

const id = argument('<id>', 'The id of the key, or part of it')

export const keysCommand: Command & { readonly summary: string } = {
  summary: 'API keys for CI and other programs',
  examples: ['team keys', 'team keys create CI --scope recall'],
  byDefault: 'list',
  commands: {
    list: {
      summary: 'List your keys; an admin sees those of everyone',
      examples: ['team keys list'],
      async run(context, options) {
        const answer = await openTeam(context.paths).people.keys()
        if (options.json) return context.printJson(answer)
        if (answer.keys.length === 0) return context.print('No API keys.')
        context.printTable(
          answer.keys.map(({ name, scopes, person, expiresAt, lastUsedAt, ...key }) => [
            idCell(key.id),
            name,
            person.name,
            scopes.join(' '),
            `until ${readableDate(expiresAt)}`,
            lastUsedAt ? `used ${ago(lastUsedAt, new Date())}` : 'never used',
          ]),
        )
      },
    },
    create: {
      summary: 'Create a key; its secret is shown once',
      arguments: [argument('<name>', 'What it is for')],
      options: [
        option('--scope <scope...>', `${keyScopes.join(', ')} (default: recall)`, {
          choices: keyScopes,
        }),
        option('--days <n>', 'How long it is valid (default: 90)'),
      ],
      examples: ['team keys create CI --scope recall', 'team keys create importer --scope sync'],
      async run(context, options, name) {
        const { scope = ['recall'], days } = options
        const given = { name, scopes: scope, ...(days !== undefined && { days: Number(days) }) }
        const request = parseInput(createKeyRequest, given)
        const answer = await openTeam(context.paths).people.createKey(request)
        if (options.json) return context.printJson(answer)
        showSecret(context, answer.secret)
      },
    },
    rotate: {
      summary: 'Give a key a new secret; the old one works a while longer',
      arguments: [id],
      options: [option('--grace <hours>', 'How long the old one works (default: 24)')],
      examples: ['team keys rotate 7c3d9e5a10 --grace 0'],
      async run(context, options, key = '') {
        const given = options.grace === undefined ? {} : { graceHours: Number(options.grace) }
        const { graceHours } = parseInput(rotateKeyRequest, given)
        const { people } = openTeam(context.paths)
        const answer = await people.rotateKey(await wholeKeyId(people, key), graceHours)
        if (options.json) return context.printJson(answer)
        showSecret(context, answer.secret)
      },
    },
    revoke: {
      summary: 'Revoke a key at once',
      arguments: [id],
      examples: ['team keys revoke 7c3d9e5a10'],
      async run(context, options, key = '') {
        const { people } = openTeam(context.paths)
        const revoked = await wholeKeyId(people, key)
        await people.revokeKey(revoked)
        if (options.json) return context.printJson({ revoked })
        context.print('Revoked.')
      },
    },
  },
}

async function wholeKeyId(people: PeopleClient, given: string): Promise<string> {
  const { keys } = await people.keys()
  return pickId(
    given,
    keys.map((key) => key.id),
  )
}

function showSecret(context: CliContext, secret: string): void {
  context.print(secret)
  context.print('Keep it now: it is not shown again. Send it as: Authorization: Bearer …')
}

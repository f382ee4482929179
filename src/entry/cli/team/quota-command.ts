/** `throughline server quota`: how much an organisation may have, set by the operator. */
import { ThroughlineError } from '../../../contract/errors.ts'
import {
  defaultQuota,
  type QuotaName,
  quotaNames,
  quotaText,
} from '../../../contract/team/quotas.ts'
import { reportQuota, setQuota } from '../../../core/team/people/quota.ts'
import { type Command, type Options, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { bytes, wholeNumber } from '../present.ts'
import { organisationOption, withOrganisation } from './with-backend.ts'

const described: Record<QuotaName, string> = {
  memories: 'Memories that it shares',
  bytes: 'Their size with former versions, such as 500MB or 20GB',
  members: 'People in it',
  keys: 'API keys that have not expired',
}

export const quotaCommand: Command & { readonly summary: string } = {
  summary: 'Show or change the quotas of an organisation',
  options: [
    organisationOption,
    ...quotaNames.map((name) =>
      option(
        `--${name} <n>`,
        `${described[name]} (default: ${quotaText(name, defaultQuota[name])}); “default” resets it`,
      ),
    ),
  ],
  examples: ['server quota', 'server quota --organisation Acme --memories 50000 --bytes 2GB'],
  run: (context, options) => run(context, options),
}

async function run(context: CliContext, options: Options): Promise<void> {
  const given = quotaNames.filter((name) => options[name] !== undefined)
  const change = Object.fromEntries(given.map((name) => [name, limitOf(name, options[name])]))
  const { organisation } = options as { organisation?: string }
  await withOrganisation(context, organisation, async ({ people }, { id, name }) => {
    if (given.length > 0) await setQuota(people, id, change)
    const { quota, used } = await reportQuota(people, id)
    if (options.json) return context.printJson({ organisation: { id, name }, quota, used })
    const show = (each: QuotaName, value: number) =>
      each === 'bytes' ? bytes(value) : wholeNumber(value)
    context.print(name)
    context.printTable(
      quotaNames.map((each) => [each, `${show(each, used[each])} of ${show(each, quota[each])}`]),
      '  ',
    )
  })
}

const units = ['', 'KB', 'MB', 'GB', 'TB']

/** @returns null for the default. @throws `invalid-input` */
function limitOf(name: QuotaName, given: unknown): number | null {
  if (given === 'default') return null
  const [, digits, unit = ''] = /^(\d{1,15})\s?([KMGT]B)?$/i.exec(String(given)) ?? []
  const isRight = digits !== undefined && (unit === '' || name === 'bytes')
  const limit = Number(digits) * 1024 ** units.indexOf(unit.toUpperCase())
  if (isRight && Number.isSafeInteger(limit)) return limit
  throw new ThroughlineError('invalid-input', `--${name} must be a number`, {
    hint: name === 'bytes' ? '--bytes 20GB, or --bytes default' : `--${name} 50000`,
  })
}

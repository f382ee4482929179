import type { Config } from '../../../contract/config.ts'
import { plainSettings } from '../../../contract/plain.ts'
import { type Json, valueAt } from '../../../core/model/json.ts'
import { describeUnknown, howToMend } from '../../../core/model/unknown-setting.ts'
import { argument, type Command, type Options } from '../command.ts'
import type { CliContext } from '../context.ts'

const key = argument('<key>', 'e.g. hook.deadlineMs', 'setting')

export const configCommand: Command = {
  examples: ['config list', 'config set enabled false'],
  byDefault: 'list',
  commands: {
    list: {
      summary: 'List every setting with its value and meaning',
      examples: ['config list'],
      async run(context, options) {
        const current = await context.loadConfig()
        if (options.json) return context.printJson(current)
        const rows = plainSettings.map((setting) => [
          setting.key,
          JSON.stringify(valueAt(current, setting.key)),
          setting.description,
        ])
        context.printTable(rows)
        for (const each of await context.unknownSettings()) {
          context.writeError(`${describeUnknown(each)} (${howToMend(each)})\n`)
        }
      },
    },
    get: {
      summary: 'Print one setting',
      arguments: [key],
      examples: ['config get enabled'],
      async run(context, options, name = '') {
        const current = await context.loadConfig()
        const isKnown = plainSettings.some((setting) => setting.key === name)
        const value = isKnown ? valueAt(current, name) : await refuse(current, name)
        if (options.json) return context.printJson({ key: name, value })
        context.print(typeof value === 'string' ? value : JSON.stringify(value))
      },
    },
    set: {
      summary: 'Change a setting',
      arguments: [key, argument('<value>', 'Text, a number, yes or no, a,b,c or JSON')],
      examples: ['config set enabled false', 'config set disabledProjects "~/private/**"'],
      async run(context, options, name = '', text = '') {
        const { setSettingText } = await import('../../../home/config.ts')
        const value = await change(context, (file) => setSettingText(file, name, text))
        const said = `${name} is now ${JSON.stringify(value)}`
        await report(context, options, { key: name, value }, said)
      },
    },
    reset: {
      summary: 'Restore the default; also removes unknown keys from the file',
      arguments: [key],
      examples: ['config reset hook.deadlineMs'],
      async run(context, options, name = '') {
        const { removeSetting } = await import('../../../home/config.ts')
        const value = await change(context, (file) => removeSetting(file, name))
        const isSetting = value !== undefined
        const said = isSetting ? `${name} is ${JSON.stringify(value)} again` : `${name} is removed`
        await report(context, options, { key: name, value }, said)
      },
    },
    path: {
      summary: 'Print where the settings are kept',
      examples: ['config path'],
      run(context, options) {
        if (options.json) return context.printJson({ path: context.paths.config })
        context.print(context.paths.config)
      },
    },
  },
}

/** @throws ThroughlineError `invalid-config` that names the nearest setting */
async function refuse(current: Config, name: string): Promise<Json> {
  const { getSetting } = await import('../../../home/config.ts')
  return getSetting(current, name)
}

async function change<T>(context: CliContext, work: (file: string) => T): Promise<T> {
  const { changeSettings } = await import('../../../compose/settings.ts')
  return changeSettings(context.openHome(), work)
}

async function report(
  context: CliContext,
  options: Options,
  changed: { key: string; value: Json | undefined },
  said: string,
): Promise<void> {
  const { remarksOn } = await import('./setting-remarks.ts')
  const remarks = await remarksOn(changed.key, context)
  if (options.json) return context.printJson({ ...changed, remarks })
  context.print(said)
  for (const remark of remarks) context.writeError(`${remark}\n`)
}

import { findDaemon } from '../../../compose/presence.ts'
import { changeSettings } from '../../../compose/settings.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { plainSettings } from '../../../contract/plain.ts'
import { type Json, valueAt } from '../../../core/model/json.ts'
import { describeUnknown, unknownSettingHint } from '../../../core/model/unknown-setting.ts'
import { getSetting, loadConfig, removeSetting, setSettingText } from '../../../home/config.ts'
import { disabledProjectsIn, isSwitchedOff } from '../../../home/environment.ts'
import { argument, type Command, type Options, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { printTexts } from '../present.ts'

const key = argument('<key>', 'e.g. hook.deadlineMs', 'setting')

export const configCommand: Command = {
  examples: ['config list', 'config set enabled false'],
  byDefault: 'list',
  commands: {
    list: {
      summary: 'List settings with their values and meanings',
      options: [option('--all', 'Advanced settings as well')],
      examples: ['config list', 'config list --all'],
      async run(context, options) {
        const current = await context.loadConfig()
        if (options.json) return context.printJson(current)
        const settings = plainSettings.map((setting) => ({
          ...setting,
          value: JSON.stringify(valueAt(current, setting.key)),
        }))
        const shown = settings.filter(
          ({ isAdvanced, value, default: usual }) =>
            options.all || !isAdvanced || value !== JSON.stringify(usual),
        )
        printTexts(
          context,
          shown.map(({ key, value, description }) => ({ facts: [key, value], text: description })),
        )
        if (shown.length < settings.length) {
          const rest = `${settings.length - shown.length} advanced settings have their defaults`
          context.print(`${rest}: throughline config list --all`, 'quiet')
        }
        for (const each of await context.unknownSettings()) {
          context.writeError(`${describeUnknown(each)} (${unknownSettingHint(each)})\n`)
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
        // The other branch names the nearest setting and has to load all schemas for that.
        const value = isKnown ? valueAt(current, name) : getSetting(current, name)
        if (options.json) return context.printJson({ key: name, value })
        context.print(typeof value === 'string' ? value : JSON.stringify(value))
      },
    },
    set: {
      summary: 'Change a setting',
      arguments: [key, argument('<value>', 'Text, a number, yes or no, a,b,c or JSON')],
      examples: ['config set enabled false', 'config set disabledProjects "~/private/**"'],
      async run(context, options, name = '', text = '') {
        const value = changeSettings(context.openHome(), (file) => setSettingText(file, name, text))
        const said = `${name} is now ${JSON.stringify(value)}`
        await report(context, options, { key: name, value }, said)
      },
    },
    reset: {
      summary: 'Restore the default; also removes unknown keys from the file',
      arguments: [key],
      examples: ['config reset hook.deadlineMs'],
      async run(context, options, name = '') {
        const value = changeSettings(context.openHome(), (file) => removeSetting(file, name))
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

async function report(
  context: CliContext,
  options: Options,
  changed: { key: string; value: Json | undefined },
  said: string,
): Promise<void> {
  const remarks = await remarksOn(changed.key, context)
  if (options.json) return context.printJson({ ...changed, remarks })
  context.print(said)
  for (const remark of remarks) context.writeError(`${remark}\n`)
}

/** Explains why a changed setting may not take effect yet. */
async function remarksOn(key: string, context: CliContext): Promise<string[]> {
  return [...overriding(key, context), ...(await outdating(key, context)), ...stillWrong(context)]
}

function overriding(key: string, { env }: CliContext): string[] {
  if (key === 'enabled' && isSwitchedOff(env)) {
    return ['THROUGHLINE_ENABLED in the environment still switches it off']
  }
  const isExtended = key === 'disabledProjects' && disabledProjectsIn(env).length > 0
  return isExtended ? ['THROUGHLINE_DISABLED_PROJECTS in the environment adds to it'] : []
}

async function outdating(key: string, { paths }: CliContext): Promise<string[]> {
  const setting = plainSettings.find((each) => each.key === key)
  if (!setting?.needsRestart) return []
  if (!(await findDaemon(paths))) return []
  return ['the running daemon uses it after throughline restart']
}

function stillWrong({ paths, env }: CliContext): string[] {
  try {
    loadConfig(paths.config, env)
    return []
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error
    return [error.message, ...(error.hint === undefined ? [] : [`  ${error.hint}`])]
  }
}

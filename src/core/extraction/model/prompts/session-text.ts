/** A window as a model reads it: numbered exchanges between tags that nothing in them can close. */
import type { Action } from '../../../model/action.ts'
import type { Exchange, Window } from '../../../model/window.ts'

/** The last ones tell how it ended. */
const mostActions = 30
const mostOutputCharacters = 400

export function sessionText({ digest = '', exchanges }: Window): string {
  const parts = [section('digest', digest), ...exchanges.map(exchangeText)]
  return `<session>\n${parts.filter((part) => part !== '').join('\n')}\n</session>`
}

/** Text that is only shown: our own tags in it open and close nothing. */
export function asMaterial(text: string): string {
  return text.replace(
    /<(?=\s*\/?\s*(?:session|digest|exchange|user|agent|actions|reply)\b)/gi,
    '&lt;',
  )
}

function exchangeText({ user, assistant, actions }: Exchange, index: number): string {
  const done = actions.slice(-mostActions).map(actionText)
  const parts = [
    section('user', user),
    done.length > 0 ? section('actions', done.join('\n')) : '',
    section('agent', assistant),
  ].filter((part) => part !== '')
  return `<exchange number="${index + 1}">\n${parts.join('\n')}\n</exchange>`
}

function section(name: string, text: string): string {
  return text.trim() === '' ? '' : `<${name}>\n${asMaterial(text.trim())}\n</${name}>`
}

function actionText({ kind, toolName, outcome, command, files, output }: Action): string {
  const what = command ?? (files.length > 0 ? files.join(', ') : toolName)
  const line = `- ${kind} ${outcome}: ${what}`
  const end = output.trim().slice(-mostOutputCharacters)
  return end === '' ? line : `${line}\n${end.replace(/^/gm, '    ')}`
}

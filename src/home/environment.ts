/**
 * What the environment says about settings: only that Throughline is off, as a repository's `.env`
 * may say too. Separate from the schema, which is slow to load.
 */

export type Environment = Readonly<Record<string, string | undefined>>

const off = /^\s*(0|false|off|no)\s*$/i

/** THROUGHLINE_ENABLED=off, for one process and those it starts. */
export function isSwitchedOff({ THROUGHLINE_ENABLED = '' }: Environment): boolean {
  return off.test(THROUGHLINE_ENABLED)
}

/** THROUGHLINE_DISABLED_PROJECTS, with commas or as a JSON list; added to those of the file. */
export function disabledProjectsIn({ THROUGHLINE_DISABLED_PROJECTS = '' }: Environment): string[] {
  const text = THROUGHLINE_DISABLED_PROJECTS.trim()
  const rules = text.startsWith('[') ? listIn(text) : text.split(',')
  return rules.map((rule) => rule.trim()).filter((rule) => rule !== '')
}

function listIn(json: string): string[] {
  try {
    return (JSON.parse(json) as unknown[]).map(String)
  } catch {
    return json.slice(1).split(',')
  }
}

export function switchOnHint({ env }: { readonly env: Environment }): string {
  return isSwitchedOff(env)
    ? 'take THROUGHLINE_ENABLED out of the environment'
    : 'throughline config set enabled true'
}

/** Settings in the environment. Separate from the schema, which is slow to load. */

export type Environment = Readonly<Record<string, string | undefined>>

/** `hook.deadlineMs` is THROUGHLINE_HOOK_DEADLINE_MS in the environment. */
export function environmentName(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => `_${letter}`).replaceAll('.', '_')
  return `THROUGHLINE_${words.toUpperCase()}`
}

export function switchOnHint({ env }: { readonly env: Environment }): string {
  const variable = environmentName('enabled')
  return env[variable]
    ? `take ${variable} out of the environment`
    : 'throughline config set enabled true'
}

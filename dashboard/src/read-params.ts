/** Reads URL parameters; invalid values are ignored. */

/** Servers limit the length of a URL. */
export const longestText = 1_500

/** Characters of a text that filters a list. */
export const longestFilter = 200

export function text(given: unknown): string | undefined {
  const value = typeof given === 'number' ? String(given) : given
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function oneOf<Value extends string>(
  values: readonly Value[],
  given: unknown,
): Value | undefined {
  return values.find((value) => value === given)
}

export function flag(given: unknown): true | undefined {
  return given === true ? true : undefined
}

/** A value's members are named after its columns: `hostSessionId` is kept in `host_session_id`. */
export const memberName = remembering((column) =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
)

export const columnName = remembering((member) =>
  member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

/** Trusts the columns: the database enforces their types. NULL is undefined. */
export function toValue<T>(row: Readonly<Record<string, unknown>>): T {
  const value: Record<string, unknown> = {}
  for (const column in row) value[memberName(column)] = row[column] ?? undefined
  return value as T
}

function remembering(rename: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const found = known.get(name)
    if (found !== undefined) return found
    const renamed = rename(name)
    known.set(name, renamed)
    return renamed
  }
}

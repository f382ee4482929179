/** Columns are named after members: `hostSessionId` is stored in `host_session_id`. */
export const memberName = remembering((column) =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
)

export const columnName = remembering((member) =>
  member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

/** Trusts the columns, because the database enforces their types. NULL becomes undefined. */
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

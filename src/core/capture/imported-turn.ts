/** The name of every event that was read from a history, and not sent by a hook. */
export const importedName = 'imported'

/** Names the turns of a host that does not name them itself. */
export const importedTurnPrefix = 'import:'

export const importedTurn = (identity: string) => `${importedTurnPrefix}${identity}`

export const isImportedTurn = (hostTurnId: string | undefined): hostTurnId is string =>
  hostTurnId?.startsWith(importedTurnPrefix) ?? false

const exportPrefix = `${importedTurnPrefix}export:`

/** Names the turns of a session that another program exported from the host's history. */
export const exportedTurn = (identity: string) => `${exportPrefix}${identity}`

export const isExportedTurn = (hostTurnId: string | undefined) =>
  hostTurnId?.startsWith(exportPrefix) ?? false

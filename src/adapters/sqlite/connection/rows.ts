import type { SQLInputValue } from 'node:sqlite'

export type Row = Record<string, SQLInputValue>
/** Undefined is NULL. */
export type Columns = Readonly<Record<string, SQLInputValue | undefined>>

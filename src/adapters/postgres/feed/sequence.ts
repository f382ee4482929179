/** The numbers of an organisation's changes. The transaction that holds its lock gives out the next ones. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Queries } from '../connection/queries.ts'

export class Sequence {
  readonly #start: number
  #last: number

  constructor(start: number) {
    this.#start = start
    this.#last = start
  }

  get last(): number {
    return this.#last
  }

  get hasMoved(): boolean {
    return this.#last > this.#start
  }

  next(): number {
    this.#last += 1
    return this.#last
  }
}

/** Waits until no other transaction writes for the organisation. */
export async function lockSequence(queries: Queries): Promise<Sequence> {
  const row = await queries.get(
    'SELECT sequence FROM organisations WHERE id = $1 FOR NO KEY UPDATE',
  )
  if (row) return new Sequence(Number(row.sequence))
  throw new ThroughlineError('not-found', `there is no organisation ${queries.organisation}`)
}

/** Before the commit: the organisation's row keeps the last number. */
export async function keepSequence(queries: Queries, sequence: Sequence): Promise<void> {
  if (!sequence.hasMoved) return
  await queries.run('UPDATE organisations SET sequence = $2 WHERE id = $1', sequence.last)
}

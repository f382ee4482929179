/**
 * Who wins if two sides have different states of one memory. Bundles, folder sync, the team server and
 * its clients, wiki edits and a repository's wiki all use the first of these levels that applies:
 *
 * 1. removed: forgetting beats every edit (`removalWins` has the weaker removals);
 * 2. same: both say the same, so there is nothing to decide;
 * 3. one changed: the side that changed since both last agreed;
 * 4. both changed: both texts are kept until a person chooses;
 * 5. nobody to ask: two stores merge without a common state, and the later one wins (`compareStates`).
 *
 * Two memories that cannot both be valid are rivals (`rivalOutcome`). Whether a side may change the memory
 * at all is decided before, by trust and by roles.
 */

/** `here` is the store's side, `there` the arriving side. */
interface Sides {
  readonly isSame: boolean
  readonly isChangedHere: boolean
  readonly isChangedThere: boolean
  /** The other side repeats an earlier state of this side. */
  readonly isOutdatedThere?: boolean
}

type Winner = 'same' | 'here' | 'there' | 'both'

export function whoWins(sides: Sides): Winner {
  if (sides.isSame) return 'same'
  if (!sides.isChangedThere || sides.isOutdatedThere) return 'here'
  return sides.isChangedHere ? 'both' : 'there'
}

interface Removal {
  /**
   * `forgotten`: for everyone, permanently. `withdrawn`: unshared by the person who shared it.
   * `missing`: gone from a page without a stated reason.
   */
  readonly type: 'forgotten' | 'withdrawn' | 'missing'
  /** The person who withdrew a memory may share it again. */
  readonly isEditByOwner?: boolean
  /** The other side changed the memory since both last agreed: if in doubt, nothing is removed. */
  readonly isEdited?: boolean
}

/** Whether a removal beats the other side's edit. */
export function removalWins({ type, isEditByOwner, isEdited }: Removal): boolean {
  if (type === 'withdrawn') return isEditByOwner !== true
  return type === 'forgotten' || isEdited !== true
}

interface OrderedState {
  readonly version: number
  readonly updatedAt: string
  /** The complete content of the state. */
  readonly text: string
}

/** Above 0 if `one` is later. Equal on every machine; clocks only decide between equal versions. */
export function compareStates(one: OrderedState, other: OrderedState): number {
  return (
    one.version - other.version ||
    compareTexts(one.updatedAt, other.updatedAt) ||
    compareTexts(one.text, other.text)
  )
}

export const compareTexts = (one: string, other: string) =>
  Number(one > other) - Number(one < other)

/**
 * What happens to the later of two rivals. In a scope each key is unique, and so is each text without
 * a key: the memory that had it first keeps it.
 */
export function rivalOutcome(isSaidTwice: boolean): 'closed' | 'without-key' {
  return isSaidTwice ? 'closed' : 'without-key'
}

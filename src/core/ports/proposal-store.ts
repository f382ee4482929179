/** Proposals that wait for the user, and decided ones for as long as the decision can be undone. */
import type { Proposal } from '../model/proposal.ts'

export interface ProposalReader {
  /** Decided ones too. */
  find(key: string): Promise<Proposal | undefined>
  /** Undecided ones, without those about a memory that is not valid; newest first. */
  waiting(): Promise<Proposal[]>
}

export interface ProposalTransaction extends ProposalReader {
  /** @throws if its key is taken */
  insert(proposal: Proposal): Promise<void>
  /** @param at undefined if the decision was undone. @returns false if there is no such proposal */
  markDecided(key: string, at: string | undefined): Promise<boolean>
  /** Drops what was decided before that time. @returns how many */
  dropDecidedBefore(time: string): Promise<number>
}

import './badge.css'
import type { ReactNode } from 'react'
import type { MemoryKind } from '../../../src/contract/vocabulary.ts'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad'

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames('badge', `badge-${tone}`)}>{children}</span>
}

/** Heard by a program; not confirmed by anyone. */
export function CandidateBadge() {
  return <Badge tone="warn">candidate</Badge>
}

/** Learned on a branch whose work is not here. */
export function BranchBadge({ branch }: { branch: string }) {
  return <Badge>on {branch}</Badge>
}

/** A check of it fails. */
export function FailingBadge({ failing }: { failing: string }) {
  return <Badge tone="warn">{failing}</Badge>
}

/** Each kind of memory has its colour, the same everywhere. */
export function KindBadge({ kind }: { kind: MemoryKind }) {
  return <span className={`badge badge-kind kind-${kind}`}>{kind}</span>
}

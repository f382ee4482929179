/** Which turn of a session is being read, and the keys that lead to others. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { showToast } from '../../components/toasts.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { turnAnchor } from './links.tsx'
import { findTurn, type Turn } from './timeline-entries.ts'
import { hasFailed, type TurnMarks } from './turn-marks.ts'

export type MarkedTurns = readonly { readonly turn: Turn; readonly marks: TurnMarks }[]

/** The turn that is read is the one that the address names, else the last above the fold. */
export function useTurnKeys(turns: MarkedTurns): string | undefined {
  const navigate = useNavigate({ from: '/sessions/$id' })
  const [current, setCurrent] = useState<string>()
  // Keys may come faster than the page follows.
  const position = useRef<string>(undefined)
  const named = useLocation({ select: ({ hash }) => hash })
  const follow = useCallback((id: string | undefined) => {
    position.current = id
    setCurrent(id)
  }, [])
  useEffect(() => {
    const all = turns.map(({ turn }) => turn)
    const turn = findTurn(all, [named.replace(/^turn-/, '')])
    if (turn) follow(turn.id)
  }, [named, turns, follow])
  useEffect(() => {
    let frame = 0
    const soon = (run: () => void) => () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(run)
    }
    const read = () => follow(readTurn(turns))
    const byHand = soon(read)
    // A key has scrolled as far as it could: its turn may lie below where one reads.
    const scrolled = soon(() => isInView(position.current) || read())
    addEventListener('wheel', byHand, { passive: true })
    addEventListener('touchmove', byHand, { passive: true })
    addEventListener('scroll', scrolled, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('wheel', byHand)
      removeEventListener('touchmove', byHand)
      removeEventListener('scroll', scrolled)
    }
  }, [turns, follow])
  const show = (found: MarkedTurns[number] | undefined, nothing = '') => {
    if (!found) {
      if (nothing !== '') showToast(nothing)
      return
    }
    position.current = found.turn.id
    void navigate({ to: '.', hash: turnAnchor(found.turn.id), replace: true })
  }
  const at = () => turns.findIndex(({ turn }) => turn.id === position.current)
  const isFailure = ({ marks }: MarkedTurns[number]) => hasFailed(marks)
  useShortcuts('Session', [
    {
      keys: 'j',
      label: 'Next turn',
      repeats: true,
      run: () => show(turns[Math.min(at() + 1, turns.length - 1)]),
    },
    {
      keys: 'k',
      label: 'Previous turn',
      repeats: true,
      run: () => show(turns[Math.max(at() - 1, 0)]),
    },
    {
      keys: ']',
      label: 'Next failure',
      run: () => show(turns.slice(at() + 1).find(isFailure), 'No failure below.'),
    },
    {
      keys: '[',
      label: 'Previous failure',
      run: () => show(turns.slice(0, Math.max(at(), 0)).findLast(isFailure), 'No failure above.'),
    },
  ])
  return current
}

function isInView(turnId = ''): boolean {
  const box = document.getElementById(turnAnchor(turnId))?.getBoundingClientRect()
  return box !== undefined && box.bottom > 0 && box.top < innerHeight
}

/** A third of the window down is where one reads. */
function readTurn(turns: MarkedTurns): string | undefined {
  const line = innerHeight / 3
  const isAbove = ({ turn }: MarkedTurns[number]) =>
    (document.getElementById(turnAnchor(turn.id))?.getBoundingClientRect().top ?? line) < line
  return turns.findLast(isAbove)?.turn.id
}

import { useEffect, useState } from 'react'

/** A value once it has not changed for a moment (debounced). */
export function useSettled<T>(value: T, forMs = 150): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), forMs)
    return () => clearTimeout(timer)
  }, [value, forMs])
  return settled
}

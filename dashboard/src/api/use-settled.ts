import { useEffect, useState } from 'react'

/** What is typed or dragged, once it has stood still for a moment. */
export function useSettled<T>(value: T, forMs = 150): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), forMs)
    return () => clearTimeout(timer)
  }, [value, forMs])
  return settled
}

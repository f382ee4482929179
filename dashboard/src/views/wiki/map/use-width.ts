import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element in pixels, in steps: a drag of the window must not shuffle the map. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(960)
  useLayoutEffect(() => {
    const shown = element.current
    if (!shown) return
    const observer = new ResizeObserver(() => setWidth(inSteps(shown.clientWidth)))
    setWidth(inSteps(shown.clientWidth))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [element])
  return width
}

function inSteps(width: number): number {
  return Math.max(280, Math.floor(width / 40) * 40)
}

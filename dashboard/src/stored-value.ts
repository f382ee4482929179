/** A choice that this browser keeps in localStorage and that all its tabs share. */
import { useSyncExternalStore } from 'react'

export interface StoredValue<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
}

/** @param read turns what is stored, which may be anything, into a value */
export function createStoredValue<Value extends string | undefined>(
  key: string,
  read: (stored: string | null) => Value,
): StoredValue<Value> {
  const listeners = new Set<() => void>()
  let value = read(localStorage.getItem(key))
  function adopt(next: Value): void {
    value = next
    for (const listener of listeners) listener()
  }
  addEventListener('storage', (event) => {
    if (event.key === key) adopt(read(event.newValue))
  })
  return {
    get: () => value,
    set(next) {
      if (next === undefined) localStorage.removeItem(key)
      else localStorage.setItem(key, next)
      adopt(next)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export function useStoredValue<Value>(stored: StoredValue<Value>): Value {
  return useSyncExternalStore(stored.subscribe, stored.get)
}

/** Operations as React hooks. A view reads with `useOperation` and changes with `useChange`. */
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ApiError, type CallInput, call, type OperationName, type OutputOf } from './call.ts'
import { liveMeta } from './query-client.ts'

export interface OperationOptions {
  /** Refetch when something was captured. */
  readonly live?: boolean
  /** With `live`: not more often than this, for what takes the daemon long. */
  readonly liveEveryMs?: number
  /** Refetch at this interval while the page is visible. */
  readonly everyMs?: number
  readonly enabled?: boolean
  /** Refetch when first shown, even if the data is fresh. */
  readonly isFresh?: boolean
  /** Takes the daemon long: a change does not wait until it is refetched. */
  readonly isSlow?: boolean
  /** Keep the previous answer until the one for a new input arrives. */
  readonly keepsPrevious?: boolean
}

export function useOperation<Name extends OperationName>(
  name: Name,
  input: CallInput<Name>,
  options: OperationOptions = {},
): UseQueryResult<OutputOf<Name>, ApiError> {
  return useQuery<OutputOf<Name>, ApiError>({
    queryKey: operationKey(name, input),
    queryFn: ({ signal }) => call(name, input, signal),
    meta: {
      ...liveMeta(options.live ?? false, options.liveEveryMs),
      ...(options.isSlow && { isSlow: true }),
    },
    refetchInterval: options.everyMs ?? false,
    enabled: options.enabled ?? true,
    refetchOnMount: options.isFresh ? 'always' : true,
    ...(options.keepsPrevious && { placeholderData: keepPreviousData }),
  })
}

function operationKey<Name extends OperationName>(name: Name, input?: CallInput<Name>) {
  return input === undefined ? [name] : [name, input]
}

/** A change may show anywhere, so everything on the page is refetched. */
export function useChange<Name extends OperationName>(
  name: Name,
): UseMutationResult<OutputOf<Name>, ApiError, CallInput<Name>> {
  const client = useQueryClient()
  return useMutation<OutputOf<Name>, ApiError, CallInput<Name>>({
    mutationFn: (input) => call(name, input),
    onSettled: () => {
      void client.invalidateQueries({ predicate: isSlow })
      return client.invalidateQueries({ predicate: (query) => !isSlow(query) })
    },
  })
}

function isSlow({ meta }: { readonly meta?: Record<string, unknown> | undefined }): boolean {
  return meta?.isSlow === true
}

/** A value once it has not changed for a moment (debounced). */
export function useSettled<T>(value: T, forMs = 150): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), forMs)
    return () => clearTimeout(timer)
  }, [value, forMs])
  return settled
}

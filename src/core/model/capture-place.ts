/** Where an event happened; `disabled` places leave no trace. */
export type CapturePlace =
  | { readonly kind: 'disabled' }
  | {
      readonly kind: 'enabled'
      readonly projectId?: string
      /** The project's folder, as one is in it: that of a worktree in a worktree. */
      readonly root?: string
      readonly branch?: string
    }

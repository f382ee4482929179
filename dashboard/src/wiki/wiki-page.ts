import type { OutputOf } from '../api/call.ts'

export type WikiPage = OutputOf<'getWikiPage'>

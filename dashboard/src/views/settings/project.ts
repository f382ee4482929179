import type { OutputOf } from '../../api/call.ts'

export type Project = OutputOf<'listProjects'>['projects'][number]

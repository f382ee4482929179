/** All instruction files of a session, and the one just loaded. */
import { type LifecycleData, lifecycleEvents } from '../../contract/lifecycle.ts'
import type { EventSummary } from '../ports/history.ts'
import type { DescribePorts } from './describe-ports.ts'

type Loaded = LifecycleData['instructions-loaded']
type File = Loaded['files'][number]

const fileSchema = lifecycleEvents['instructions-loaded'].shape.data.shape.files.element

export async function describeInstructions(
  event: EventSummary,
  { history }: DescribePorts,
): Promise<Loaded> {
  const files = new Map<string, File>()
  for (const { fields } of await history.eventsThrough(event, 'instructions-loaded')) {
    const file = fileSchema.parse(fields.file)
    files.set(file.path, file)
  }
  return { loaded: fileSchema.parse(event.fields.file).path, files: [...files.values()] }
}

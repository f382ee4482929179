import { ThroughlineError } from '../../contract/errors.ts'

/** Others write these files too, for instance while we wait for a «yes». */
export async function refuseIfChanged(
  planned: readonly { readonly file: string; readonly before: string | undefined }[],
  files: { read(file: string): Promise<string | undefined> },
): Promise<void> {
  for (const { file, before } of planned) {
    if ((await files.read(file)) === before) continue
    throw new ThroughlineError('conflict', `${file} was changed by somebody else just now`, {
      hint: 'run the command again; nothing was changed',
    })
  }
}

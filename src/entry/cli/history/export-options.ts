/** What was typed after `throughline export`. */
export interface ExportCommandOptions {
  readonly format?: string
  readonly memories?: true
  readonly project?: string
  readonly redact?: true
  readonly encrypt?: true
  readonly passphraseFile?: string
  readonly json?: true
}

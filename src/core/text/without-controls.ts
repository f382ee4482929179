/** Text without colours and other control characters; lines and tabs stay. */
export function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t\r]\[[\d;?]*[@-~]/gu, '').replace(/[^\P{Cc}\n\t\r]/gu, '')
}

import { pageSlug } from '../format/page-names.ts'
import type { PagePath } from '../model.ts'
import type { KeptQuestion } from './wiki-input.ts'

export function questionPath({ question }: Pick<KeptQuestion, 'question'>): PagePath {
  return `questions/${pageSlug(question)}.md`
}

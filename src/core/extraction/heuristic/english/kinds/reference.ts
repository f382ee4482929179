/** «the contract lives at https://…», «bugs go to the Linear project MOB». */
import { cue, type Grammar, phrase } from '../../cue.ts'
import { oneOf } from '../words.ts'

const documents =
  oneOf(`docs? documentation wiki runbooks? specs? specification handbook guide figma
  board dashboard grafana datadog kibana sentry sheet spreadsheet tickets? jira linear notion
  confluence rfcs? adrs? datasheet errata playbook roadmap channel source_of_truth write-?up manual
  dictionary glossary post-?mortem diagrams? designs? mockups? swagger openapi postman contract story
  conventions? background slack bugs issues`)
const place = [
  String.raw`‹link›|‹path›|#[a-z][\w-]+|[\w.-]+\/[\w./-]+|\b[a-z]{2,}-\d{2,}\b`,
  String.raw`\b[\w-]+\.(?:md|pdf|xlsx?|docx?|html|com|io|org|internal|drawio)\b`,
  String.raw`\barxiv \d|\brfc ?\d+|\\\\\w+`,
].join('|')

export const reference: Grammar = {
  kind: 'reference',
  cues: [
    cue(2.5, phrase`‹link›|#[a-z][\w-]{3,}`),
    cue(
      2,
      phrase`\b(?:${documents})\b[^.?]{0,80}(?:${place})|(?:${place})[^.?]{0,60}\b(?:${documents})\b`,
    ),
    cue(
      2,
      phrase`\b(?:lives?|is|are|sits?|kept|lies?|lying|found|documented|described|tracked|listed|
        written down|written up|defined|explained|specified|stored|filed|maintained|see|read|
        check|look at|follows?|handled|consult|go by)\b[^.?]{0,40}(?:${place})`,
    ),
    cue(
      2.5,
      phrase`\b(?:${documents})\b[^.?]{0,40}\b(?:go(?:es)? (?:to|in|into)|lives? (?:in|at|on)|
        tracked in|belongs? in|is in|are in|filed in|kept in|handled in)\b|\b(?:are|is|live|lives|
        kept|tracked|documented|described|explained|written) (?:all |up |down )*(?:in|on) (?:the |
        our )?(?:wiki|datadog|sentry|grafana|kibana|jira|linear|notion|confluence|sharepoint|
        figma|google|slack)\b`,
    ),
    cue(
      1,
      /\b(?:source of truth|where to look|that's where|look there|the (?:page|tab|section)|for (?:all|any|details|questions))\b/,
    ),
    cue(
      -1.5,
      /\b(?:must|never|always|not allowed|approval|sign-?off|only|generated|before merging)\b/,
    ),
    cue(-1, /\bthen\b|‹code›.*‹code›/),
  ],
}

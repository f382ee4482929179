/** «found it myself: the proxy cut the header, I raised the limit». */
import { cue, type Grammar, phrase } from '../../cue.ts'

export const fix: Grammar = {
  kind: 'fix',
  cues: [
    cue(
      4,
      phrase`\b(?:(?:found|fixed|solved|figured|got|nailed|tracked) (?:it|that|
        this)(?: out| down)?(?: myself)?|turn(?:s|ed) out|the (?:culprit|root cause|cause|
        reason) (?:was|is|turned)|was (?:caused|due|because))\b`,
    ),
    cue(
      3,
      phrase`\bi (?:just |then )?(?:set|put|added|changed|raised|lowered|pinned|removed|moved|
        switched|turned|upgraded|downgraded|bumped|disabled|enabled)\b[^.?]*\b(?:and (?:it|now|
        that|since|everything|all)|since (?:then|that)|(?:is|are|it's been|went) (?:green|gone|
        fine|stable))\b`,
    ),
    cue(
      1,
      phrase`\b(?:the|those|that) [^.?]{3,40} (?:was|were) (?!(?:added|made|written|done|moved)\b)`,
    ),
  ],
}

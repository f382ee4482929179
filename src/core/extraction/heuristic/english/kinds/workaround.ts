/** «what worked last time was -ld_classic, until apple fixes it». */
import { cue, type Grammar, phrase } from '../../cue.ts'

export const workaround: Grammar = {
  kind: 'workaround',
  cues: [
    cue(
      4,
      phrase`\b(?:work-?arounds?|work(?:ed|ing)? around|(?:get|gets|got|getting|ways?) (?:it |
        them )?a?round|stop-?gap|band-?aid|sidestep|what (?:helps|helped|works|worked)|(?:helps|
        works) every time|the trick is|does the trick|nothing (?:we|you|i|one) can do|what (?:we|
        i) do (?:there|then|is)|only thing that (?:works|helps|helped)|(?:ugly|annoying|hacky|
        stupid|silly) but)\b`,
    ),
    cue(
      2.5,
      phrase`\b(?:until|till) (?:\S+ ){1,4}(?:fix\w*|lands?|ships?|releas\w+|merged|supports?|
        sorted|resolved|upgrad\w+|past|has it|updated?|available)\b|\b(?:upstream|known|vendor|
        compiler)(?:'s)? (?:bug|issue|problem)\b|\bwo?n'?t ?fix\b|\bno eta\b|\bmiscompil\w+`,
    ),
    cue(
      2.5,
      phrase`\b(?:have|had|need) to (?:kill|restart|delete|clear|pass|set|disable|pin|run|power|
        replug|downgrade|patch|turn off|reboot|re-?run)\b|\bi just (?:run|use|do|restart|set|
        delete|write|pass)\b|\b(?:so|that's why) (?:i|we|there's|there is) (?:\w+ )?(?:pin|pinned|
        use|run|pass|disable|slice|split|poll|retry|patch|patched|downgraded|open|go|restart|set|
        skip|‹code›|an?)\b`,
    ),
    cue(
      1.5,
      phrase`\b(?:broken|breaks?|leaks?|blocks|hangs?|crash(?:es)?|bug|buggy|fails?|doesn't work|
        lies|garbage|flaky|dies|stuck|race|corrupt\w*|does not arrive|doesn't arrive|chokes?|
        blank)\b`,
    ),
    cue(2, /\b(?:polyfill|shim|monkey-?patch\w*|hack|kludge|downgraded|pinned)\b/),
    cue(1, /\b(?:instead|for now|with ‹code›|by hand)\b/),
    cue(
      -2,
      /\b(?:is there|any|find|need|want|looking for) (?:a |an |some )?(?:work-?around|way (?:a)?round)\b/,
    ),
  ],
}

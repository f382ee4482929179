/** «I'd rather …», «stop adding comments», «keep your answers short». */
import { cue, type Grammar, phrase } from '../../cue.ts'
import { style } from '../words.ts'

export const preference: Grammar = {
  kind: 'preference',
  cues: [
    cue(
      3,
      phrase`\bi(?:'d| would)? (?:\w+ )?(?:prefer|rather|favou?r|like|love|hate|dislike|enjoy)\b|
        \b(?:more|less|much) i like\b|\bi (?:really )?(?:can't (?:stand|read|follow)|
        don't (?:like|enjoy|want|need|care for))\b|\bi(?:'m| am) (?:\w+ ){0,3}(?:used to|allergic|
        fan of|partial|picky|\w+ person|person|guy|happier|comfortable)\b|\bmy (?:preference|
        default|usual|style|habit|taste|go-to|pet peeve)\b|\b(?:not a fan|annoys me|bothers me|
        drives me|(?:better|easier|nicer|harder|hard|useful|helpful) for me|for my taste|my eyes|
        (?:tells?|means?|says?) (?:me )?nothing(?: to me)?|i reach for|i find it|i can read|
        i learn|spare me|i'm trying to learn|how i (?:like|write|work|am)|the way i like|
        makes me)\b`,
    ),
    cue(
      2.5,
      phrase`\b(?:your|the) (?:answers?|replies|responses|explanations?|summaries)\b|
        \bwhen(?:ever)? you (?:write|show|explain|answer|suggest|change|generate|give|reply|
        summari[sz]e|review|edit)\b|\b(?:answer|reply|respond|talk|speak|explain|
        write)\b[^.?]{0,25}\b(?:to me|for me|in (?:english|german|french|spanish|dutch|
        italian))\b|\bshowing me\b|\b(?:speak|talk|answer|reply)(?: \w+)? (?:to|with) me\b|
        \b(?:give|show|send|propose|write) me\b[^.?]*\b(?:instead|first|only|always|rather|before|
        not)\b|\bunless i ask\b|\bask me\b|\bwhatever (?:else )?you (?:write|do)\b|
        \byou (?:ever )?(?:write|touch|do|make) (?:for )?me\b`,
    ),
    cue(1.5, phrase`\b(?:${style})\b`),
    cue(
      2,
      phrase`\b(?:short|shorter|concise|brief|terse|verbose|wordy|chatty|tops|essay|to the point|
        walls? of text|less talk)\b`,
    ),
    cue(
      1.5,
      phrase`\bi (?:always|never|usually|normally|generally|mostly|tend to|often|rarely|read|use|
        write|follow|think in)\b|\bfor me\b|\bto me\b|\bhelps? me\b`,
    ),
    cue(1.5, /\b(?:stop|quit|no more|enough with|less|fewer) (?:\w+ing\b|with |of |the )?/),
    cue(
      -2.5,
      /\b(?:we|our|us|the team|in this repo|in this project|in this codebase|legal|customers?)\b/,
    ),
    cue(
      -2,
      /\bi (?:don't )?(?:want|need|'d like|would like) (?:to|you to|a|an|the|this|it|some)\b/,
    ),
  ],
}

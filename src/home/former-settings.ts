/** Settings of earlier versions: read under their current names, or dropped. */
import { readingAgents } from '../contract/vocabulary.ts'
import {
  type Json,
  type JsonObject,
  objectOf,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../core/model/json.ts'

export function withCurrentNames(stored: JsonObject): JsonObject {
  const current = formerSettings.flatMap(({ key, convert }) => {
    const value = valueAt(stored, key)
    return value === undefined ? [] : convert(value as Json, stored)
  })
  const former = formerSettings.map(({ key }) => key)
  const left = [...former, ...droppedSettings].reduce(withoutValueAt, stored)
  return current.reduce(
    (config, [key, value]) =>
      valueAt(config, key) === undefined ? withValueAt(config, key, value) : config,
    left,
  )
}

interface FormerSetting {
  readonly key: string
  /** The equivalent current settings. */
  convert(value: Json, stored: JsonObject): readonly (readonly [key: string, value: Json])[]
}

const formerSettings: readonly FormerSetting[] = [
  {
    key: 'models.claudeCli',
    convert: (value) =>
      Object.entries(objectOf(value)).map(([name, inner]) => [
        name === 'command' ? 'models.commands.claude' : `models.claude.${name}`,
        inner,
      ]),
  },
  ...readingAgents.flatMap((agent): FormerSetting[] => [
    {
      key: `models.${agent}.command`,
      convert: (value) => [[`models.commands.${agent}`, value]],
    },
    {
      key: `models.${agent}.apiKeyVariable`,
      convert: (value) => [[`models.keyVariables.${agent}`, value]],
    },
  ]),
  {
    key: 'extraction.mode',
    convert(mode, stored) {
      if (mode === 'off') return [['learning.rules', false]]
      return [['learning.reader', mode === 'model' ? firstJudge(stored) : 'off']]
    },
  },
  { key: 'extraction.consolidate', convert: (value) => [['learning.consolidate', value]] },
  { key: 'wiki.modelWrites', convert: (writes) => [['wiki.writer', writes ? 'reader' : 'off']] },
]

function firstJudge(stored: JsonObject): Json {
  const judges = valueAt(stored, 'extraction.judges')
  const first = Array.isArray(judges) ? judges[0] : undefined
  return first === undefined || first === 'claude-cli' ? 'claude' : first
}

const droppedSettings = [
  ...['extraction.judges', 'extraction.modelReads', 'extraction.afterTurn'],
  ...['extraction.deepEveryTurns', 'extraction.idleSeconds', 'extraction.beforeCompaction'],
  ...['extraction.compactionMinTurns', 'extraction.atSessionEnd'],
  ...['capture.silenceHours', 'log.maxMegabytes', 'log.keep', 'embeddings.batchSize'],
  ...['context.entriesPerScope', 'context.charactersPerScope', 'review.fadedAfter'],
  ...['wiki.minimumSeconds', 'wiki.introductionMinutes', 'retention.rejectedDays'],
]

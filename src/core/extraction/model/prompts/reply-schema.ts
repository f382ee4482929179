/**
 * The reply as JSON Schema. Strict APIs want every property required and nothing else allowed, and
 * know no limits; what the limits are is checked when the reply is read.
 */
import { memoryKinds } from '../../../../contract/memory.ts'

const texts = { type: 'array', items: { type: 'string' } }

export const replySchema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          kind: { type: 'string', enum: memoryKinds },
          content: { type: 'string' },
          importance: { type: 'number' },
          tags: texts,
          keywords: texts,
          scope: { type: 'string', enum: ['project', 'global'] },
          basis: { type: 'string', enum: ['user', 'agent', 'tool'] },
          exchanges: { type: 'array', items: { type: 'integer' } },
          files: texts,
          supersedes: { type: 'string' },
        },
        required: [
          'kind',
          'content',
          'importance',
          'tags',
          'keywords',
          'scope',
          'basis',
          'exchanges',
          'files',
          'supersedes',
        ],
        additionalProperties: false,
      },
    },
  },
  required: ['items'],
  additionalProperties: false,
}

import type { OperationHandlers } from '../../contract/operations/index.ts'
import { idTypes } from '../../contract/vocabulary.ts'
import type { History } from '../ports/history.ts'

const most = 10

export function createIdOperations({
  history,
}: {
  readonly history: Pick<History, 'idsLike'>
}): Pick<OperationHandlers, 'findIds'> {
  return {
    async findIds({ part, types = idTypes }) {
      return { matches: await history.idsLike(part, types, most) }
    },
  }
}

/** A model that is told no secrets, and whose errors tell none. */
import { redactError } from '../../embedding/redact-embedder.ts'
import type { LanguageModel } from '../../ports/models.ts'
import type { Redactor } from '../../ports/redactor.ts'

export function redactingModel(model: LanguageModel, redactor: Redactor): LanguageModel {
  return {
    ...model,
    async complete(request, signal) {
      const system = redactor.redact(request.system)
      const prompt = redactor.redact(request.prompt)
      try {
        return await model.complete({ ...request, system, prompt }, signal)
      } catch (error) {
        throw redactError(error, redactor)
      }
    },
  }
}

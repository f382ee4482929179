/**
 * A process that runs an embedding model for another: it gets the word pieces of a text and answers
 * with its vector. Crashes of the native library end here, the memory is free when it exits, and it
 * never competes with the user's own work.
 *
 * Arguments: the file of the library, the file of the model, `mean` or `cls`.
 */
import { constants, setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'

const [library, model, pooling] = process.argv.slice(2)
const parent = /** @type {(message: object) => void} */ (process.send?.bind(process))
// Before the threads start that inherit it.
setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
process.once('disconnect', () => process.exit())

const { default: onnx } = await import(pathToFileURL(library).href)

/** With one thread: several cost more processor time for so short texts. */
const session = await onnx.InferenceSession.create(model, {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
})

/** One text at a time: 8-bit models round by the largest value of a batch, and padding takes time. */
async function embed(pieces) {
  const shape = [1, pieces.length]
  const tensor = (values) => new onnx.Tensor('int64', BigInt64Array.from(values, BigInt), shape)
  const inputs = {
    input_ids: tensor(pieces),
    attention_mask: tensor(pieces.map(() => 1)),
    token_type_ids: tensor(pieces.map(() => 0)),
  }
  const known = session.inputNames.filter((name) => name in inputs)
  const found = await session.run(Object.fromEntries(known.map((name) => [name, inputs[name]])))
  const { data, dims } = found.last_hidden_state ?? found[session.outputNames[0]]
  const length = dims.at(-1)
  if (pooling === 'cls') return data.slice(0, length)
  const sum = new Float32Array(length)
  for (let at = 0; at < data.length; at++) sum[at % length] += data[at]
  return sum.map((value) => value / pieces.length)
}

process.on('message', async ({ id, pieces }) => {
  try {
    parent({ id, vector: await embed(pieces) })
  } catch (error) {
    parent({ id, error: String(error?.message ?? error) })
  }
})
parent({ ready: true })

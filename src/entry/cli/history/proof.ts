/** `throughline proof`: sessions with memory beside those held back. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import { describeProof, proofFigures, proofNote } from '../../../contract/proof-text.ts'
import { argument, type Command, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { brief, count, excerpt, idCell, printWrapped, readableDate } from '../present.ts'

export const proofCommand: Command = {
  options: optionsOf('getProof', 'project'),
  examples: ['proof', 'proof --project widgets', 'proof release 2b8c1e4a77'],
  run: (context, options) =>
    context.readFresh(async ({ ask }) => {
      const proof = await ask('getProof', options)
      if (options.json) return context.printJson(proof)
      printProof(context, proof)
    }),
  commands: {
    release: {
      summary: 'Release a held-back session: it gets context again',
      arguments: [argument('<session>', 'Session that is held back', 'session')],
      examples: ['proof release 2b8c1e4a77'],
      async run(context, options, session) {
        const released = await context.withFreshLocal(({ ask }) =>
          ask('releaseSession', { session }),
        )
        if (options.json) return context.printJson(released)
        context.print(`Session ${brief(released.session)} gets memory from now on.`)
      },
    },
  },
}

type Proof = OutputOf<'getProof'>

const styles = { fewer: 'good', more: 'bad', unclear: undefined, 'too-few': 'quiet' } as const

function printProof(context: CliContext, proof: Proof): void {
  for (const line of describeProof(proof, readableDate)) printWrapped(context, line)
  for (const measured of proof.measures) {
    const { name, withMemory, withoutMemory, verdict } = proofFigures(measured)
    context.print()
    context.print(`${name}: ${verdict}`, styles[measured.verdict])
    if (measured.ratio) context.print(`  with memory ${withMemory}, without ${withoutMemory}`)
  }
  if (proof.measures.length > 0) {
    context.print()
    printWrapped(context, proofNote, '', 'quiet')
  }
  printHarm(context, proof.harm)
}

function printHarm(context: CliContext, harm: Proof['harm']): void {
  if (harm.length === 0) return
  context.print()
  const memories = count(harm.length, 'memory was', 'memories were')
  printWrapped(
    context,
    `${memories} given before you corrected the agent about the same subject. Wrong, unclear or ignored? \`throughline edit ID\` or \`throughline forget ID\`.`,
  )
  for (const { id, text, corrections } of harm) {
    context.print()
    context.printTable([[idCell(id), excerpt(text, 100)]])
    for (const { session, turn, said } of corrections) {
      const place = `session ${brief(session)}, turn ${turn}`
      printWrapped(context, `  “${excerpt(said, 110)}” (${place})`, '  ')
    }
  }
}

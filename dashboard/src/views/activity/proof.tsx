import './proof.css'
import { Link } from '@tanstack/react-router'
import { describeProof, proofFigures, proofNote } from '../../../../src/contract/proof-text.ts'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { Pending } from '../../components/placeholders.tsx'
import { ClampedText, Text } from '../../components/text.tsx'
import { Card } from '../../components/view.tsx'
import { shortDate } from '../../wording/time.ts'

type Proof = OutputOf<'getProof'>
type Measured = Proof['measures'][number]

/** Sessions with memory beside those held back. */
export function Proof({ project }: { project: string | undefined }) {
  const options = { isSlow: true, keepsPrevious: true }
  const { data: proof, error } = useOperation('getProof', { project }, options)
  if (!proof) {
    return (
      <Card title="Does memory help?">
        <Pending error={error} />
      </Card>
    )
  }
  return (
    <>
      <Card title="Does memory help?">
        {describeProof(proof, (time) => shortDate(time, Date.now())).map((line) => (
          <p key={line} className="activity-summary">
            <Text text={line} />
          </p>
        ))}
        {proof.measures.length > 0 && (
          <>
            <dl className="proof">
              {proof.measures.map((measured) => (
                <Measure key={measured.measure} measured={measured} />
              ))}
            </dl>
            <p className="proof-note">{proofNote}</p>
          </>
        )}
      </Card>
      <Harm harm={proof.harm} />
    </>
  )
}

const tones: Record<Measured['verdict'], Tone> = {
  fewer: 'good',
  more: 'bad',
  unclear: 'neutral',
  'too-few': 'neutral',
}

function Measure({ measured }: { measured: Measured }) {
  const { name, withMemory, withoutMemory, verdict } = proofFigures(measured)
  const most = Math.max(measured.withMemory?.high ?? 0, measured.withoutMemory?.high ?? 0)
  return (
    <div className="proof-measure">
      <dt>
        {name} <Badge tone={tones[measured.verdict]}>{verdict}</Badge>
      </dt>
      {measured.withMemory && measured.withoutMemory && (
        <>
          <Arm name="with" figures={withMemory} range={measured.withMemory} most={most} />
          <Arm name="without" figures={withoutMemory} range={measured.withoutMemory} most={most} />
        </>
      )}
    </div>
  )
}

interface ArmProps {
  readonly name: string
  readonly figures: string
  readonly range: NonNullable<Measured['withMemory']>
  /** The end of the scale, which both share. */
  readonly most: number
}

function Arm({ name, figures, range, most }: ArmProps) {
  const percent = (value: number) => `${(100 * value) / most}%`
  return (
    <dd className={name === 'without' ? 'proof-arm is-without' : 'proof-arm'}>
      <span className="quiet">{name}</span>
      <span className="proof-track" aria-hidden="true">
        <i style={{ left: percent(range.low), right: percent(most - range.high) }} />
        <b style={{ left: percent(range.value) }} />
      </span>
      <span className="proof-figures">{figures}</span>
    </dd>
  )
}

function Harm({ harm }: Pick<Proof, 'harm'>) {
  if (harm.length === 0) return null
  return (
    <Card title="Given before you corrected the agent about the same subject" isFlush>
      <List label="Memories that may mislead">
        {harm.map(({ id, text, corrections }) => (
          <ListRow
            key={id}
            to="/memories/$id"
            params={{ id }}
            title={<ClampedText text={text} />}
            detail={corrections.map(({ session, turn, said }) => (
              <Link
                key={`${session} ${turn}`}
                to="/sessions/$id"
                params={{ id: session }}
                className="proof-said"
              >
                “{said}”
              </Link>
            ))}
          />
        ))}
      </List>
    </Card>
  )
}

import type { SignDetail } from '@moqi/api/task'
import { partyStateLabels } from '@moqi/domain/labels/status-labels'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { partyColour, PartyChip } from '../../kit/party/party-chip.tsx'
import { signingProgress, type ProgressStep } from './signing-progress.ts'

const stateTags: Record<string, Tone> = {
  approving: 'ochre',
  approvalFailed: 'ochre',
  rejected: 'seal',
  expired: 'void',
  closed: 'void',
  transferred: 'void',
  replaced: 'void',
  removed: 'void',
}
const labels: Readonly<Record<string, string>> = partyStateLabels

/** From sending to the end: who has signed, whose turn it is, who comes (domain.md 7.3). */
export function ProgressLine({ detail }: { detail: SignDetail }) {
  const steps = signingProgress(detail)
  return (
    <Timeline
      steps={steps.map((step) => ({ ...step, at: step.at || undefined, children: <StepBody step={step} /> }))}
    />
  )
}

function StepBody({ step: { signer, note, state } }: { step: ProgressStep }) {
  if (!signer) return note ? <p className="small muted step-note">{note.split('/').join('　')}</p> : null
  const tone = stateTags[signer.signerStatus]
  return (
    <div className={state === 'now' ? 'step-card now' : 'step-card'}>
      <PartyChip
        party={partyColour(signer.signerNo)}
        name={signer.signerName}
        company={signer.companyName ?? undefined}
        signed={signer.signerStatus === 'signed'}
      />
      {signer.automatic === 1 ? (
        <Tag tone="green">自动签署</Tag>
      ) : tone ? (
        <Tag tone={tone}>{labels[signer.signerStatus] ?? signer.signerStatus}</Tag>
      ) : (
        <span className="small muted num">{signer.phone}</span>
      )}
    </div>
  )
}

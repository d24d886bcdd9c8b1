import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { formsFor, purposeTable, sealFormLabel, type SealPurpose } from '@moqi/domain/seals/company-seal'
import { Lock } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { backToSeals, makingSteps } from './making-steps.ts'
import { truePxPerMm } from './mm-paper.tsx'
import '../../ui/mm-ground.css'
import './purpose-step.css'

type Making = Output<Table['getSealMaking']>
type PurposeStepProps = {
  making: Making
  purpose: SealPurpose | null
  onChoose: (purpose: SealPurpose) => void
  onNext: () => void
}

/** First step: the kinds of seal, each at true size; one that may not be made says why. */
export function PurposeStep({ making, purpose, onChoose, onNext }: PurposeStepProps) {
  const { companyName, purposeArray } = making
  return (
    <WizardFrame
      steps={makingSteps}
      current={0}
      back={backToSeals}
      name="制作印章"
      status={companyName}
      actions={
        <Button variant="primary" disabled={purpose === null} onClick={onNext}>
          下一步
        </Button>
      }
    >
      <div className="purpose-step">
        <div className="spread purpose-head">
          <h1 className="h1">选择印章类型</h1>
          <p className="small muted">图样按实际尺寸显示，每格 5 mm</p>
        </div>
        <div className="purpose-grid" role="radiogroup" aria-label="印章类型">
          {purposeArray.map((kind) => (
            <PurposeCard
              key={kind.sealPurpose}
              kind={kind}
              companyName={companyName}
              chosen={kind.sealPurpose === purpose}
              onChoose={onChoose}
            />
          ))}
        </div>
      </div>
    </WizardFrame>
  )
}

type PurposeCardProps = {
  kind: Making['purposeArray'][number]
  companyName: string
  chosen: boolean
  onChoose: (purpose: SealPurpose) => void
}

function PurposeCard({ kind, companyName, chosen, onChoose }: PurposeCardProps) {
  const { sealPurpose, sealImg, width, height, sealNumber, reason } = kind
  const { label, hint } = purposeTable[sealPurpose]
  const [form] = formsFor(sealPurpose, companyName)
  return (
    <label className={reason === null ? 'purpose-card' : 'purpose-card shut'}>
      <input
        type="radio"
        name="purpose"
        className="sr"
        checked={chosen}
        disabled={reason !== null}
        onChange={() => onChoose(sealPurpose)}
      />
      <span className="purpose-art mm-ground">
        {sealImg ? (
          <SealImage src={sealImg} alt="" width={width} height={height} mm={truePxPerMm} />
        ) : (
          <span className="small muted">名称含生僻字，无法预览</span>
        )}
      </span>
      <span className="purpose-words">
        <span className="spread">
          <b>{label}</b>
          <span className="small muted">{form && sealFormLabel(form)}</span>
        </span>
        <span className="small muted row">
          {reason !== null && <Lock size={14} aria-hidden="true" />}
          {reason ?? (sealNumber > 0 ? `已有${sealNumber}枚，可再制作` : hint)}
        </span>
      </span>
    </label>
  )
}

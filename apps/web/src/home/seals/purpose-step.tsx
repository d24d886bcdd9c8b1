import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { formsFor, purposeTable, sealFormLabel, type SealPurpose } from '@moqi/domain/seals/company-seal'
import { Lock } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { backToSeals, makingSteps, uploadSteps } from './making-steps.ts'
import { truePxPerMm } from './mm-paper.tsx'
import '../../ui/mm-ground.css'
import './purpose-step.css'

type Making = Output<Table['getSealMaking']>
/** How a seal is made: carved from the registered name, or cut out of a picture of the real one. */
export type MakingWay = 'carve' | 'upload'
type PurposeStepProps = {
  making: Making
  way: MakingWay
  onWay: (way: MakingWay) => void
  purpose: SealPurpose | null
  onChoose: (purpose: SealPurpose) => void
  onNext: () => void
}

/** First step: the kinds of seal, each at true size; one that may not be made says why. */
export function PurposeStep({ making, way, onWay, purpose, onChoose, onNext }: PurposeStepProps) {
  const { companyName, purposeArray } = making
  return (
    <WizardFrame
      steps={way === 'carve' ? makingSteps : uploadSteps}
      current={0}
      back={backToSeals}
      name={way === 'carve' ? '制作印章' : '上传印章'}
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
          <span className="row purpose-ways">
            <span className="small muted">
              {way === 'carve' ? '图样按实际尺寸显示，每格 5 mm' : '图样仅作示意，请备好实体章的清晰照片'}
            </span>
            <Segmented label="制作方式" options={ways} value={way} onChange={onWay} />
          </span>
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

const ways: readonly { value: MakingWay; label: string }[] = [
  { value: 'carve', label: '模板制章' },
  { value: 'upload', label: '上传印章' },
]

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

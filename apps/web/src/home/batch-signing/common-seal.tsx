import type { BatchSignRow } from '@moqi/api/batch-signing'
import type { SealInfo } from '@moqi/api/shapes'
import { Stamp } from 'lucide-react'
import { useState } from 'react'
import { usePicture } from '../../client/picture.ts'
import { SealChoices } from '../../kit/signing/seal-choices.tsx'
import type { PickKind } from '../../kit/signing/signing-state.ts'
import { Button } from '../../ui/button.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { sizeText } from '../../ui/size-text.ts'
import { type BatchChoices, type Picks, pickOf, sealKindOf, sealsToChoose } from './batch-choices.ts'

type CommonSealProps = {
  /** Those that may be signed. */
  rows: readonly BatchSignRow[]
  choices: BatchChoices
  now: number
  /** Whether a seal is chosen for each; null where that is always so. */
  each: boolean
  onEach: (() => void) | null
  onPick: (common: Picks) => void
}

/** The seal for all contracts, until another is chosen for one of them. */
export function CommonSeal({ rows, choices, now, each, onEach, onPick }: CommonSealProps) {
  const [choosing, setChoosing] = useState(false)
  const first = rows.find((row) => sealKindOf(row) !== null)
  const kind = first ? sealKindOf(first) : null
  const shown = first && kind ? pickOf(first, kind, { common: choices.common, own: {} }, now) : null
  if (!kind || !shown) return null
  const seals = allSeals(rows, kind, now)
  return (
    <section className="card batch-common" aria-labelledby="batch-common">
      <div className="spread">
        <h2 id="batch-common" className="h2">
          使用印章
        </h2>
        {onEach && seals.length > 1 && (
          <button type="button" className="link" aria-pressed={each} onClick={onEach}>
            {each ? '统一选择' : '逐份选择'}
          </button>
        )}
      </div>
      <Shown seal={shown} onChange={seals.length > 1 ? () => setChoosing(true) : null} />
      {choosing && (
        <ChooseSheet
          seals={seals}
          chosen={shown}
          onChoose={(sealId) => {
            onPick({ ...choices.common, [kind]: sealId })
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}

/** Every seal that some of the contracts take, each once. */
function allSeals(rows: readonly BatchSignRow[], kind: PickKind, now: number): SealInfo[] {
  return [...new Map(rows.flatMap((row) => sealsToChoose(row, kind, now)).map((seal) => [seal.sealId, seal])).values()]
}

function Shown({ seal, onChange }: { seal: SealInfo; onChange: (() => void) | null }) {
  const picture = usePicture(seal.sealImg)
  const size = sizeText(seal)
  return (
    <div className="batch-shown">
      <span className="batch-art">
        {picture ? (
          <SealImage src={picture} alt="" width={seal.width} height={seal.height} mm={1.7} />
        ) : (
          <Stamp size={24} aria-hidden="true" />
        )}
      </span>
      <p>
        <b className="clip">{seal.sealName}</b>
        <span className="small muted">{seal.isDefault === 1 ? `${size}，默认` : size}</span>
        {onChange && (
          <button type="button" className="link" onClick={onChange}>
            更换，用于全部
          </button>
        )}
      </p>
    </div>
  )
}

type ChooseSheetProps = {
  seals: readonly SealInfo[]
  chosen: SealInfo
  onChoose: (sealId: string) => void
  onClose: () => void
}

function ChooseSheet({ seals, chosen, onChoose, onClose }: ChooseSheetProps) {
  const [sealId, setSealId] = useState(chosen.sealId)
  return (
    <Sheet
      title="选择印章"
      width={560}
      onClose={onClose}
      footer={
        <Button variant="primary" size="l" block onClick={() => onChoose(sealId)}>
          用于全部合同
        </Button>
      }
    >
      <SealChoices seals={seals} chosen={{ sealId }} mm={2.4} onChoose={(seal) => setSealId(seal.sealId)} />
    </Sheet>
  )
}

import type { Position, SealInfo } from '@moqi/api/shapes'
import { controlTable } from '@moqi/domain/contract/controls'
import { PenLine, Plus } from 'lucide-react'
import { useState } from 'react'
import { isVisit } from '../../client/visit.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { changing } from './change-label.ts'
import { NewPersonalSeal } from './new-personal-seal.tsx'
import { SealChoices } from './seal-choices.tsx'
import { sealShut, type Fill, type PickKind } from './signing-state.ts'

const AskForSeal = later(async () => (await import('../grants/ask-for-seal.tsx')).AskForSeal)

type SealPickerProps = {
  kind: PickKind
  /** The place it is for, null for all of its kind. */
  position: Position | null
  seals: readonly SealInfo[]
  chosen: Fill | undefined
  /** Personal seals are made in the person's own space only. */
  canMake: boolean
  /** The contract that it is for. */
  signId: string
  /** Whether a signature may be written instead. */
  canWrite: boolean
  onChoose: (fill: Fill) => void
  onWrite: () => void
  onMade: (seal: SealInfo) => void
  /** Takes away what has been set at the place; null when nothing has. */
  onClear: (() => void) | null
  onClose: () => void
}

const titles: Record<PickKind, string> = {
  company: '选择印章',
  legal: '选择法定代表人章',
  person: '选择个人印章或签名',
  handwrite: '选择签名',
}
const isStamped = (kind: PickKind) => kind === 'company' || kind === 'legal'

/** Chooses what goes to a place, pictures at their true size (96 dpi): a bottom sheet on a phone. */
export function SealPicker(props: SealPickerProps) {
  const { kind, position, seals, canMake, canWrite, onChoose, onWrite, onMade, onClear, onClose } = props
  const [chosen, setChosen] = useState(props.chosen)
  const [making, setMaking] = useState(kind === 'person' && seals.length === 0 && canMake)
  if (making)
    return (
      <Sheet title="制作个人印章" onClose={onClose} width={560}>
        <p className="muted pick-tip">按实名姓名生成，选择一种样式。</p>
        <NewPersonalSeal onMade={onMade} />
      </Sheet>
    )
  return (
    <Sheet
      title={(onClear ? changing : titles)[kind]}
      onClose={onClose}
      width={560}
      footer={
        <>
          {onClear && (
            <Button size="l" onClick={onClear}>
              清除此处
            </Button>
          )}
          <Button
            variant="seal"
            size="l"
            block={!onClear}
            disabled={chosen === undefined}
            onClick={() => chosen && onChoose(chosen)}
          >
            {isStamped(kind) ? '盖章' : '使用'}
          </Button>
        </>
      }
    >
      <Offered kind={kind} position={position} seals={seals} chosen={chosen} onChoose={setChosen} />
      <Lacking signId={props.signId} kind={kind} seals={seals} />
      {!isStamped(kind) && (
        <div className="pick-more">
          {canWrite && (
            <Button onClick={onWrite}>
              <PenLine size={18} />
              手写签名
            </Button>
          )}
          {kind === 'person' && canMake && (
            <Button onClick={() => setMaking(true)}>
              <Plus size={18} />
              制作个人印章
            </Button>
          )}
        </div>
      )}
    </Sheet>
  )
}

/** Of seals that are shown and not to be used, a way to be let. A visit has none. */
function Lacking({ signId, kind, seals }: Pick<SealPickerProps, 'signId' | 'kind' | 'seals'>) {
  if ((kind !== 'company' && kind !== 'legal') || isVisit() || seals.every((seal) => sealShut(seal) === null))
    return null
  return (
    <div className="pick-more">
      <AskForSeal signId={signId} kind={kind} quiet />
    </div>
  )
}

type OfferedProps = Pick<SealPickerProps, 'kind' | 'position' | 'seals' | 'chosen' | 'onChoose'>

function Offered({ kind, position, seals, chosen, onChoose }: OfferedProps) {
  const phone = usePhone()
  const where = position ? `第${position.page}页“${controlTable[position.positionType].label}”处` : '全部签署位置'
  return (
    <>
      <p className="muted pick-tip">{seals.length > 0 ? `落在${where}。` : '还没有可用的，请先制作或手写。'}</p>
      <div className="pick-scroll">
        <SealChoices
          seals={seals}
          chosen={chosen}
          // Two seals of 42 mm do not fit side by side on a narrow phone.
          mm={phone && kind === 'company' ? 3.2 : 3.78}
          onChoose={({ sealId }) => onChoose({ sealId })}
        />
        {chosen && 'ink' in chosen && (
          <p className="pick-ink">
            <img src={chosen.ink.png} alt="刚才手写的签名" />
          </p>
        )}
      </div>
    </>
  )
}

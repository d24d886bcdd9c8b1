import type { SealInfo } from '@moqi/api/shapes'
import { Check, Stamp } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { usePicture } from '../../client/picture.ts'
import { SealImage } from '../../ui/seal-image.tsx'
import { sealShut, type Fill } from './signing-state.ts'
import './signing-work.css'
import { sizeText } from '../../ui/size-text.ts'

type SealChoicesProps = {
  seals: readonly SealInfo[]
  chosen: Fill | undefined
  /** px a millimetre of the pictures; 3.78 is true size on a screen of 96 dpi. */
  mm: number
  onChoose: (seal: SealInfo) => void
}

/** Seals side by side at one scale, as radio buttons: arrows move and choose. A seal not to be used says why. */
export function SealChoices({ seals, chosen, mm, onChoose }: SealChoicesProps) {
  const group = useRef<HTMLDivElement>(null)
  const usable = seals.filter((seal) => sealShut(seal) === null)
  const isChosen = ({ sealId }: SealInfo) => chosen !== undefined && 'sealId' in chosen && chosen.sealId === sealId
  const now = usable.findIndex(isChosen)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const next = by === undefined ? undefined : usable[(now + by + usable.length) % usable.length]
    if (!next) return
    event.preventDefault()
    onChoose(next)
    group.current?.querySelector<HTMLElement>(`[data-seal="${next.sealId}"]`)?.focus()
  }
  return (
    <div ref={group} className="picks" role="radiogroup" aria-label="选择印章" onKeyDown={onKeyDown}>
      {seals.map((seal) => (
        <SealChoice
          key={seal.sealId}
          seal={seal}
          mm={mm}
          checked={isChosen(seal)}
          // One stop for the Tab key: the chosen seal, or the first when none is.
          stop={isChosen(seal) || (now === -1 && seal === usable[0])}
          onChoose={() => onChoose(seal)}
        />
      ))}
    </div>
  )
}

type SealChoiceProps = { seal: SealInfo; mm: number; checked: boolean; stop: boolean; onChoose: () => void }

function SealChoice({ seal, mm, checked, stop, onChoose }: SealChoiceProps) {
  const src = usePicture(seal.sealImg)
  const shut = sealShut(seal)
  const size = sizeText(seal)
  return (
    <button
      type="button"
      role="radio"
      aria-checked={checked}
      aria-disabled={shut !== null || undefined}
      data-seal={seal.sealId}
      tabIndex={stop ? 0 : -1}
      onClick={() => shut === null && onChoose()}
    >
      <span className="pick-art" style={{ minHeight: 42 * mm }}>
        {src ? (
          <SealImage src={src} alt="" width={seal.width} height={seal.height} mm={mm} />
        ) : (
          <Stamp size={24} aria-hidden="true" />
        )}
      </span>
      <span className="pick-name">
        <b>{seal.sealName}</b>
        {seal.sealPermission === 'needApproval' ? (
          <span className="small pick-ask">需用印审批</span>
        ) : (
          <span className="small muted">{shut ?? (seal.isDefault === 1 ? `${size}，默认` : size)}</span>
        )}
      </span>
      {checked && (
        <i>
          <Check size={12} strokeWidth={3} />
        </i>
      )}
    </button>
  )
}

import type { Position } from '@moqi/api/shapes'
import { areaOf } from '@moqi/api/wire/area'
import { checkFillIn, fillInLimits, isFillIn, numberFormat } from '@moqi/domain/contract/fill-in'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Check, Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { fillInHint, fillInName } from './fill-in-name.ts'

type FillInFieldProps = {
  position: Position
  value: string
  /** Says at once what is wrong, not only after the field was left. */
  loud?: boolean
  onType: (value: string) => void
}

/** One fill-in as a labelled field. */
function FillInField({ position, value, loud = false, onType }: FillInFieldProps) {
  const [left, setLeft] = useState(false)
  const checked = checkFillIn(areaOf(position), value)
  const error = !checked.ok && (loud || (left && value !== '')) ? checked.message : undefined
  const name = fillInName(position)
  const hint = fillInHint(position)
  const onBlur = () => setLeft(true)
  if (position.positionType === 'checkbox')
    return (
      <Check checked={value === 'yes'} error={error} onChange={(event) => onType(event.target.checked ? 'yes' : 'no')}>
        {name}
        {hint && <span className="muted">（{hint}）</span>}
      </Check>
    )
  if (position.positionType === 'textarea')
    return (
      <TextArea
        label={position.required ? name : `${name}（选填）`}
        value={value}
        maxLength={fillInLimits.textarea}
        error={error}
        onBlur={onBlur}
        onChange={(event) => onType(event.target.value)}
      />
    )
  return (
    <Field
      label={name}
      error={error}
      hint={hint}
      inputMode={position.format === numberFormat ? 'decimal' : 'text'}
      value={value}
      onBlur={onBlur}
      onChange={(event) => onType(event.target.value)}
    />
  )
}

type FillInListProps = {
  positions: readonly Position[]
  values: Readonly<Record<string, string>>
  /** After a press in vain: says what is wrong everywhere. */
  loud: boolean
  onType: (positionId: string, value: string) => void
}

/** Every fill-in of this party as a form beside the page: what is typed here appears there. */
export function FillInList({ positions, values, loud, onType }: FillInListProps) {
  const fillIns = positions.filter((position) => isFillIn(areaOf(position)))
  if (fillIns.length === 0) return null
  return (
    <section className="only-desk" aria-labelledby="fill-heading">
      <h2 id="fill-heading" className="h2">
        填写内容
      </h2>
      <div className="fill-list">
        {fillIns.map((position) => (
          <div key={position.positionId} data-fill={position.positionId}>
            <FillInField
              position={position}
              value={values[position.positionId] ?? ''}
              loud={loud}
              onType={(value) => onType(position.positionId, value)}
            />
          </div>
        ))}
      </div>
    </section>
  )
}

type FillInSheetProps = Pick<FillInFieldProps, 'position' | 'value' | 'onType'> & { onClose: () => void }

/** One fill-in in a sheet, for a phone: large enough to type in. */
export function FillInSheet({ position, value, onType, onClose }: FillInSheetProps) {
  const [loud, setLoud] = useState(false)
  const done = () => (checkFillIn(areaOf(position), value).ok ? onClose() : setLoud(true))
  return (
    <Sheet
      title={fillInName(position)}
      onClose={onClose}
      width={440}
      footer={
        <Button variant="primary" size="l" block onClick={done}>
          完成
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          done()
        }}
      >
        <FillInField position={position} value={value} loud={loud} onType={onType} />
      </form>
    </Sheet>
  )
}

/** Puts the cursor into the field of a fill-in, if its form is on the screen. */
export function focusFillIn({ positionId }: Pick<Position, 'positionId'>): boolean {
  const field = document.querySelector<HTMLElement>(`[data-fill="${CSS.escape(positionId)}"] :is(input, textarea)`)
  if (!field?.offsetParent) return false
  field.focus()
  return true
}

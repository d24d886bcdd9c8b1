import type { Position } from '@moqi/api/shapes'
import { areaOf } from '@moqi/api/wire/area'
import { checkFillIn, fillInLimits, numberFormat } from '@moqi/domain/contract/fill-in'
import { useState } from 'react'
import { Check, Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { fillInHint, fillInName } from './fill-in-name.ts'

/** A fill-in, its text, and who hears of another. */
export type FillInFieldProps = {
  position: Position
  value: string
  /** Says at once what is wrong, not only after the field was left. */
  loud?: boolean
  /** The first thing of a sheet, which takes its focus. */
  first?: boolean
  onType: (value: string) => void
}

/** One fill-in as a labelled field. */
export function FillInField({ position, value, loud = false, first, onType }: FillInFieldProps) {
  const [left, setLeft] = useState(false)
  const checked = checkFillIn(areaOf(position), value)
  const error = !checked.ok && (loud || (left && value !== '')) ? checked.message : undefined
  const name = fillInName(position)
  const hint = fillInHint(position)
  const onBlur = () => setLeft(true)
  const focus = { 'data-first': first || undefined }
  if (position.positionType === 'checkbox')
    return (
      <Check
        {...focus}
        checked={value === 'yes'}
        error={error}
        onChange={(event) => onType(event.target.checked ? 'yes' : 'no')}
      >
        {name}
        {hint && <span className="muted">（{hint}）</span>}
      </Check>
    )
  if (position.positionType === 'textarea')
    return (
      <TextArea
        {...focus}
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
      {...focus}
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

import type { FilingField } from '@moqi/api/filing'
import { filingLimits } from '@moqi/domain/filings/filing-limits'
import { DateField } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

type ValueFieldProps = {
  field: FilingField
  members: readonly { memberId: string; memberName: string }[]
  value: string
  onChange: (value: string) => void
}

/** One of the company's own fields, as its kind is written. */
export function ValueField({ field, members, value, onChange }: ValueFieldProps) {
  const { fieldName, fieldKind, required, choiceArray } = field
  const label = required === 1 ? fieldName : `${fieldName}（选填）`
  if (fieldKind === 'date') return <DateField label={label} value={value} onChange={onChange} />
  if (fieldKind === 'choice' || fieldKind === 'person') {
    const choices =
      fieldKind === 'choice'
        ? choiceArray.map((one) => ({ value: one, label: one }))
        : members.map(({ memberId, memberName }) => ({ value: memberId, label: memberName }))
    const known = choices.some((one) => one.value === value) || value === ''
    const own = known ? [] : [{ value, label: fieldKind === 'choice' ? value : '已退出成员' }]
    return (
      <SelectField
        label={label}
        value={value}
        options={[{ value: '', label: '未填写' }, ...choices, ...own]}
        onChange={onChange}
      />
    )
  }
  const words = fieldKind === 'amount' ? { placeholder: '单位：元', inputMode: 'decimal' as const } : {}
  return (
    <Field
      label={label}
      maxLength={filingLimits.textLength}
      value={value}
      {...words}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

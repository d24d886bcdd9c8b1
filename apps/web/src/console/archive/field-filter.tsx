import type { FilingField } from '@moqi/api/filing'
import { DateInput } from '../../ui/date-input.tsx'
import { Input } from '../../ui/input.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import type { ArchivePlace } from './place.ts'

type FieldFilterProps = {
  fields: readonly FilingField[]
  members: readonly { memberId: string; memberName: string }[]
  place: ArchivePlace
  onPlace: (place: ArchivePlace) => void
}

const bare = { fieldId: undefined, value: undefined, from: undefined, to: undefined }

/** Narrows a list by one of the company's own fields. */
export function FieldFilter({ fields, members, place, onPlace }: FieldFilterProps) {
  const field = fields.find(({ fieldId }) => fieldId === place.fieldId)
  return (
    <>
      <Select
        aria-label="台账字段"
        value={field?.fieldId ?? ''}
        options={[
          { value: '', label: '台账字段' },
          ...fields.map(({ fieldId, fieldName }) => ({ value: fieldId, label: fieldName })),
        ]}
        onChange={(fieldId) => onPlace({ ...place, ...bare, fieldId })}
      />
      {field && <Held field={field} members={members} place={place} onPlace={onPlace} />}
    </>
  )
}

function Held({ field, members, place, onPlace }: Omit<FieldFilterProps, 'fields'> & { field: FilingField }) {
  const { fieldName, fieldKind, choiceArray } = field
  if (fieldKind === 'text') {
    return (
      <SearchField label={fieldName} value={place.value ?? ''} onSearch={(value) => onPlace({ ...place, value })} />
    )
  }
  if (fieldKind === 'choice' || fieldKind === 'person') {
    const options =
      fieldKind === 'choice'
        ? choiceArray.map((one) => ({ value: one, label: one }))
        : members.map(({ memberId, memberName }) => ({ value: memberId, label: memberName }))
    return (
      <Select
        aria-label={fieldName}
        value={place.value ?? ''}
        options={[{ value: '', label: '全部' }, ...options]}
        onChange={(value) => onPlace({ ...place, value })}
      />
    )
  }
  const end = (which: 'from' | 'to', label: string) => {
    const name = `${fieldName}${label}`
    const value = place[which] ?? ''
    if (fieldKind === 'date') {
      return <DateInput aria-label={name} value={value} onChange={(day) => onPlace({ ...place, [which]: day })} />
    }
    return (
      <Input
        key={value}
        aria-label={name}
        placeholder={label}
        inputMode="decimal"
        defaultValue={value}
        onBlur={({ target }) => {
          const typed = target.value.trim()
          if (typed !== value && /^-?[\d.,]*$/.test(typed)) onPlace({ ...place, [which]: typed })
        }}
      />
    )
  }
  return (
    <span className="arc-range">
      {end('from', '不低于')}
      {end('to', '不高于')}
    </span>
  )
}

import { statusesWithin } from '@moqi/domain/contract/categories'
import { rowStatusLabels } from '@moqi/domain/labels/status-labels'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterButton } from '../../ui/filter-button.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { askedCount, noFilter, type DayRange, type ListFilter } from '../../kit/list/list-filter.ts'

type PhoneFiltersProps = { filter: ListFilter; onAsk: (filter: ListFilter) => void }

/** The filters on a phone: one search field, the rest in a sheet. `key` it by the address. */
export function PhoneFilters({ filter, onAsk }: PhoneFiltersProps) {
  const [keyword, setKeyword] = useState(filter.keyword)
  const [open, setOpen] = useState(false)
  const others = askedCount({ ...filter, keyword: '' })
  const search = (event: FormEvent) => {
    event.preventDefault()
    onAsk({ ...filter, keyword })
  }
  return (
    <div className="only-phone">
      <form className="phone-bar" role="search" onSubmit={search}>
        <SearchBox label="主题、编号、正文" value={keyword} onChange={(event) => setKeyword(event.target.value)} />
        <FilterButton asked={others} onClick={() => setOpen(true)} />
      </form>
      {open && (
        <FilterSheet
          filter={filter}
          onClose={() => setOpen(false)}
          onAsk={(asked) => {
            setOpen(false)
            onAsk(asked)
          }}
        />
      )}
    </div>
  )
}

function FilterSheet({ filter, onAsk, onClose }: PhoneFiltersProps & { onClose: () => void }) {
  const [draft, setDraft] = useState(filter)
  const statuses = statusesWithin(filter.status)
  const change = (part: Partial<ListFilter>) => setDraft({ ...draft, ...part })
  return (
    <Sheet
      title="筛选"
      onClose={onClose}
      footer={
        <>
          <Button
            onClick={() =>
              onAsk({ ...noFilter, scope: filter.scope, status: filter.status, pageSize: filter.pageSize })
            }
          >
            重置
          </Button>
          <Button variant="primary" onClick={() => onAsk(draft)}>
            查询
          </Button>
        </>
      }
    >
      <div className="phone-fields">
        <Field
          label="发起人"
          maxLength={100}
          value={draft.initiatorName}
          onChange={(event) => change({ initiatorName: event.target.value })}
        />
        <Field
          label="签署方"
          maxLength={100}
          value={draft.signerName}
          onChange={(event) => change({ signerName: event.target.value })}
        />
        <TypeChoice value={draft.taskType} onChange={(taskType) => change({ taskType })} />
        {statuses.length > 0 && (
          <SelectField
            label="合同状态"
            options={[
              { value: '', label: '全部' },
              ...statuses.map((status) => ({ value: status, label: rowStatusLabels[status] })),
            ]}
            value={draft.rowStatus}
            onChange={(rowStatus) => change({ rowStatus })}
          />
        )}
        <Days label="发起时间" value={draft.createTime} onChange={(createTime) => change({ createTime })} />
        <Days label="截止时间" value={draft.signExpireTime} onChange={(signExpireTime) => change({ signExpireTime })} />
        <Days label="完成时间" value={draft.finishTime} onChange={(finishTime) => change({ finishTime })} />
      </div>
    </Sheet>
  )
}

type TypeChoiceProps = { value: ListFilter['taskType']; onChange: (value: ListFilter['taskType']) => void }
const types = [
  ['', '全部'],
  ['normal', '普通合同'],
  ['relieve', '作废协议'],
] as const

function TypeChoice({ value, onChange }: TypeChoiceProps) {
  return (
    <fieldset className="type-choice">
      <legend>合同类型</legend>
      {types.map(([type, label]) => (
        <button key={type} type="button" aria-pressed={type === value} onClick={() => onChange(type)}>
          {label}
        </button>
      ))}
    </fieldset>
  )
}

type DaysProps = { label: string; value: DayRange; onChange: (value: DayRange) => void }

function Days({ label, value: [from, to], onChange }: DaysProps) {
  return (
    <div className="day-pair">
      <DateField label={`${label}起`} value={from} onChange={(day) => onChange([day, to])} />
      <DateField label={`${label}止`} value={to} onChange={(day) => onChange([from, day])} />
    </div>
  )
}

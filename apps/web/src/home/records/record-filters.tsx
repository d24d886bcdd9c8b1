import { Input, Select } from 'antd'
import { Search } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { DayRangePicker } from '../contracts/list-filters.tsx'
import type { RecordFilter } from './record-filter.ts'

/** A choice among a few, or a text, beside subject and number. */
export type FilterField = {
  name: 'sealName' | 'signerName' | 'tenantId' | 'status'
  label: string
  options?: readonly { value: string; label: string }[]
}

type RecordFiltersProps = {
  filter: RecordFilter
  fields: readonly FilterField[]
  /** What the days are of. */
  days: string
  onAsk: (filter: RecordFilter) => void
  onClear: () => void
}

/** The filters over a register, on a phone one below the other. `key` it by the address. */
export function RecordFilters({ filter, fields, days, onAsk, onClear }: RecordFiltersProps) {
  const [draft, setDraft] = useState(filter)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    onAsk(draft)
  }
  return (
    <form className="record-filters" onSubmit={ask} aria-label="筛选记录">
      <Input
        prefix={<Search size={16} />}
        placeholder="合同主题/编号"
        aria-label="合同主题/编号"
        maxLength={100}
        value={draft.keyword}
        onChange={(event) => setDraft({ ...draft, keyword: event.target.value })}
        style={{ width: 232 }}
      />
      {fields.map(({ name, label, options }) =>
        options ? (
          <Select
            key={name}
            placeholder={label}
            aria-label={label}
            allowClear
            value={draft[name] || null}
            onChange={(value) => setDraft({ ...draft, [name]: value ?? '' })}
            options={[...options]}
            style={{ width: 184 }}
          />
        ) : (
          <Input
            key={name}
            placeholder={label}
            aria-label={label}
            maxLength={100}
            value={draft[name]}
            onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
            style={{ width: 136 }}
          />
        ),
      )}
      <DayRangePicker
        label={days}
        value={[draft.from, draft.to]}
        onChange={([from, to]) => setDraft({ ...draft, from, to })}
      />
      <span className="row">
        <Button type="submit">查询</Button>
        <Button variant="quiet" onClick={onClear}>
          重置
        </Button>
      </span>
    </form>
  )
}

import { spaceLabel } from '@moqi/domain/spaces/space-name'
import { useState, type FormEvent } from 'react'
import type { Space } from '../../client/space-store.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangeInput } from '../../ui/date-range-input.tsx'
import { FilterButton } from '../../ui/filter-button.tsx'
import { Input } from '../../ui/input.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import type { RecordAsking } from './record-filter.ts'

/** A choice among a few, or a text, beside subject and number. */
export type FilterField = {
  name: 'sealName' | 'signerName' | 'tenantId' | 'status'
  label: string
  options?: readonly { value: string; label: string }[]
}

/** Which of the own spaces. */
export const spaceField = (spaces: readonly Space[]): FilterField => ({
  name: 'tenantId',
  label: '空间',
  options: spaces.map((space) => ({ value: space.tenantId, label: spaceLabel(space) })),
})

type RecordFiltersProps = {
  asking: RecordAsking
  fields: readonly FilterField[]
  /** What the days are of. */
  days: string
}

/** The filters over records; on a phone the subject alone, until the others are asked for. */
export const RecordFilters = (props: RecordFiltersProps) => <Filters key={props.asking.key} {...props} />

function Filters({ asking, fields, days }: RecordFiltersProps) {
  const [draft, setDraft] = useState(asking.filter)
  const others =
    fields.filter(({ name }) => asking.filter[name]).length + (asking.filter.from || asking.filter.to ? 1 : 0)
  const [open, setOpen] = useState(false)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    asking.ask(draft)
  }
  return (
    <form className={open ? 'record-filters open' : 'record-filters'} onSubmit={ask} aria-label="筛选记录">
      <SearchBox
        label="合同主题/编号"
        value={draft.keyword}
        onChange={(event) => setDraft({ ...draft, keyword: event.target.value })}
        style={{ width: 232 }}
      />
      <FilterButton asked={others} expanded={open} onClick={() => setOpen(!open)} />
      {fields.map(({ name, label, options }) =>
        options ? (
          <Select
            key={name}
            aria-label={label}
            value={draft[name]}
            onChange={(value) => setDraft({ ...draft, [name]: value })}
            options={[{ value: '', label }, ...options]}
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
      <DateRangeInput
        label={days}
        value={[draft.from, draft.to]}
        onChange={([from, to]) => setDraft({ ...draft, from, to })}
      />
      <span className="row">
        <Button type="submit">查询</Button>
        <Button variant="quiet" onClick={asking.clear}>
          重置
        </Button>
      </span>
    </form>
  )
}

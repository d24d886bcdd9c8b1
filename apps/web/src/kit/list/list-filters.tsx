import { statusesWithin } from '@moqi/domain/contract/categories'
import { rowStatusLabels } from '@moqi/domain/labels/status-labels'
import { ChevronDown } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { DateRangeInput } from '../../ui/date-range-input.tsx'
import { Input } from '../../ui/input.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { useBeenWide } from '../../ui/use-been-wide.ts'
import { asksMore, noFilter, type ListFilter } from './list-filter.ts'

type ListFiltersProps = { filter: ListFilter; onAsk: (filter: ListFilter) => void }

const contractKinds = [
  { value: '', label: '合同类型' },
  { value: 'normal', label: '普通合同' },
  { value: 'relieve', label: '作废协议' },
] as const

/**
 * The filters on a desktop: one row is always there, 展开 adds the rest. `key` it by the address. A phone does not make
 * them: fields of dates alone cost it more than the list's own rows.
 */
export function ListFilters(props: ListFiltersProps) {
  return useBeenWide() && <Filters {...props} />
}

function Filters({ filter, onAsk }: ListFiltersProps) {
  const [draft, setDraft] = useState(filter)
  const [open, setOpen] = useState(asksMore(filter))
  const statuses = statusesWithin(filter.status)
  const change = (part: Partial<ListFilter>) => setDraft({ ...draft, ...part })
  const ask = (event: FormEvent) => {
    event.preventDefault()
    onAsk(draft)
  }
  const reset = () => {
    const cleared = { ...noFilter, scope: filter.scope, status: filter.status, pageSize: filter.pageSize }
    setDraft(cleared)
    onAsk(cleared)
  }
  return (
    <form className="list-filters only-desktop" onSubmit={ask} aria-label="筛选合同">
      <SearchBox
        label="主题、编号、正文"
        value={draft.keyword}
        onChange={(event) => change({ keyword: event.target.value })}
        style={{ width: 'clamp(184px, 16.2vw, 232px)' }}
      />
      <NameInput label="签署方" value={draft.signerName} onChange={(signerName) => change({ signerName })} />
      <Select
        aria-label="合同类型"
        value={draft.taskType}
        onChange={(taskType) => change({ taskType })}
        options={contractKinds}
        style={{ width: 136 }}
      />
      <DateRangeInput label="发起时间" value={draft.createTime} onChange={(createTime) => change({ createTime })} />
      {open && (
        <>
          <span className="filters-break" />
          <NameInput
            label="发起人"
            width={160}
            value={draft.initiatorName}
            onChange={(initiatorName) => change({ initiatorName })}
          />
          {statuses.length > 0 && (
            <Select
              aria-label="合同状态"
              value={draft.rowStatus}
              onChange={(rowStatus) => change({ rowStatus })}
              options={[
                { value: '', label: '合同状态' },
                ...statuses.map((status) => ({ value: status, label: rowStatusLabels[status] })),
              ]}
              style={{ width: 160 }}
            />
          )}
          <DateRangeInput
            label="截止时间"
            value={draft.signExpireTime}
            onChange={(signExpireTime) => change({ signExpireTime })}
          />
          <DateRangeInput label="完成时间" value={draft.finishTime} onChange={(finishTime) => change({ finishTime })} />
        </>
      )}
      <span className="row">
        <Button type="submit">查询</Button>
        <Button variant="quiet" onClick={reset}>
          重置
        </Button>
      </span>
      <button type="button" className="link list-more" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? '收起' : '展开'}
        <ChevronDown size={16} className={open ? 'turned' : ''} />
      </button>
    </form>
  )
}

type NameInputProps = { label: string; value: string; width?: number; onChange: (value: string) => void }

function NameInput({ label, value, width = 160, onChange }: NameInputProps) {
  return (
    <Input
      placeholder={label}
      aria-label={label}
      maxLength={100}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      style={{ width }}
    />
  )
}

import type { Filing, FilingField } from '@moqi/api/filing'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Check, Field } from '../../ui/field.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success } from '../../ui/toast-store.ts'
import { FormSheet } from '../form/form-sheet.tsx'
import { archiveQuery, filingQuery, rereadFilings } from './filing-reads.ts'
import { ValueField } from './value-field.tsx'
import './filing-sheet.css'

type Read = Output<Table['getFiling']>
type FilingSheetProps = { filingId: string; onClose: () => void }

/** What a company has filed of a contract, to be changed: its term, its own fields, and its history. */
export function FilingSheet({ filingId, onClose }: FilingSheetProps) {
  const one = useQuery({ ...filingQuery(filingId), staleTime: 0, refetchOnWindowFocus: false })
  const archive = useQuery(archiveQuery())
  if (one.data && archive.data && one.isFetchedAfterMount) {
    const { fieldArray, memberArray } = archive.data
    return <Loaded read={one.data} fields={fieldArray} members={memberArray} onClose={onClose} />
  }
  const failed = one.isError || archive.isError
  const again = () => void Promise.all([one.refetch(), archive.refetch()])
  return (
    <Sheet title="归档信息" width={560} onClose={onClose}>
      {failed ? <LoadingFailed onRetry={again} busy={one.isFetching} /> : <Skeleton rows={5} height={44} />}
    </Sheet>
  )
}

type LoadedProps = {
  read: Read
  fields: readonly FilingField[]
  members: Output<Table['listFolders']>['memberArray']
  onClose: () => void
}
type Typed = Pick<Filing, 'beginDate' | 'endDate'> & { renewMonths: string; noticeDays: string; settled: boolean }

function Loaded({ read, fields, members, onClose }: LoadedProps) {
  // As it was opened: what others write meanwhile is told by the version, not written over.
  const [{ filing, logArray }] = useState(read)
  const [typed, setTyped] = useState<Typed>({
    beginDate: filing.beginDate,
    endDate: filing.endDate,
    renewMonths: String(filing.renewMonths),
    noticeDays: String(filing.noticeDays),
    settled: filing.settled === 1,
  })
  const [values, setValues] = useState(() => startValues(filing, fields))
  const type = (part: Partial<Typed>) => setTyped((now) => ({ ...now, ...part }))
  const renews = typed.renewMonths !== '0'
  const send = () =>
    call('saveFiling', {
      filingId: filing.filingId,
      version: filing.version,
      beginDate: typed.beginDate,
      endDate: typed.endDate,
      renewMonths: Number(typed.renewMonths),
      noticeDays: renews ? Number(typed.noticeDays) || 0 : 0,
      settled: typed.settled,
      valueArray: [...values].map(([fieldId, value]) => ({ fieldId, value })),
    })
  const done = () => {
    success('归档信息已保存')
    void rereadFilings()
    onClose()
  }
  return (
    <FormSheet title="归档信息" confirm="保存" width={560} send={send} onDone={done} onClose={onClose}>
      <p className="filing-name">
        <b>{filing.taskName}</b>
        <span className="small muted">
          {filing.partyNames}　{filing.taskNo}
        </span>
      </p>
      {filing.imported && <Imported imported={filing.imported} />}
      <div className="filing-pair">
        <DateField label="生效日期" value={typed.beginDate} onChange={(beginDate) => type({ beginDate })} />
        <DateField label="到期日期" value={typed.endDate} onChange={(endDate) => type({ endDate })} />
      </div>
      <div className="filing-pair">
        <SelectField
          label="到期后"
          value={typed.renewMonths}
          options={renewals(typed.renewMonths)}
          onChange={(renewMonths) => type({ renewMonths })}
        />
        {renews && (
          <Field
            label="不续签需提前通知（天）"
            inputMode="numeric"
            maxLength={3}
            value={typed.noticeDays}
            onChange={({ target }) => type({ noticeDays: target.value.replaceAll(/\D/g, '') })}
          />
        )}
      </div>
      {filing.term.termState === 'past' || typed.settled ? (
        <Check checked={typed.settled} onChange={({ target }) => type({ settled: target.checked })}>
          到期事宜已处理，不再提示
        </Check>
      ) : null}
      {fields.map((field) => (
        <ValueField
          key={field.fieldId}
          field={field}
          members={members}
          value={values.get(field.fieldId) ?? ''}
          onChange={(value) => setValues((now) => new Map(now).set(field.fieldId, value))}
        />
      ))}
      <p className="small muted">保存至 {filing.keepUntil}。保存期限只会加长，到期后也不会自动删除。</p>
      {logArray.length > 0 && <History lines={logArray} />}
    </FormSheet>
  )
}

/** Amounts are typed in 元, kept in 分. */
const startValues = (filing: Filing, fields: readonly FilingField[]) =>
  new Map(
    filing.valueArray.map(({ fieldId, value, valueText }) => {
      const kind = fields.find((field) => field.fieldId === fieldId)?.fieldKind
      return [fieldId, kind === 'amount' ? valueText : value] as const
    }),
  )

const renewals = (own: string) => {
  const usual = ['0', '6', '12', '24', '36']
  return (usual.includes(own) ? usual : [...usual, own]).map((months) => ({
    value: months,
    label: months === '0' ? '终止，未约定续签' : `自动顺延${months}个月`,
  }))
}

const Imported = ({ imported }: { imported: NonNullable<Filing['imported']> }) => (
  <p className="filing-imported">
    <b>导入的合同，非本平台签署</b>
    <span>
      {imported.fileName}　验签结论：{imported.conclusion}
    </span>
  </p>
)

const History = ({ lines }: { lines: Read['logArray'] }) => (
  <details className="filing-history">
    <summary>变更记录（{lines.length}）</summary>
    <ul>
      {lines.map(({ time, who, label, detail }, index) => (
        <li key={index}>
          <span className="small muted">
            {formatDate(time, '{y}-{m}-{d} {h}:{i}')}　{who}　{label}
          </span>
          <span>{detail}</span>
        </li>
      ))}
    </ul>
  </details>
)

import type { FieldFault } from '@moqi/domain/contract/draft-rules'
import { DatePicker, Input } from 'antd'
import { useId, type ReactNode } from 'react'
import type { LaunchDraft } from '../draft/draft.ts'
import { FaultText } from '../draft/fault-text.tsx'
import { editDraft } from '../draft/launch-store.ts'
import { dayOfPicked, pickedDay } from './day-picking.ts'
import './subject-form.css'

/** Subject, number, deadline, end and remark of the contract; each fault stands under its field. */
export function SubjectForm({ draft, faults }: { draft: LaunchDraft; faults: readonly FieldFault[] }) {
  const faultOf = (field: string) => faults.find((one) => one.field === field)?.message
  return (
    <div className="subject-form">
      <Row label="合同主题" fault={faultOf('taskName')}>
        {(field) => (
          <Input
            {...field}
            value={draft.taskName}
            maxLength={100}
            placeholder="上传后自动取文件名"
            onChange={(event) => editDraft({ taskName: event.target.value })}
          />
        )}
      </Row>
      <Row label="合同编号" fault={faultOf('taskNo')}>
        {(field) => (
          <Input
            {...field}
            value={draft.taskNo}
            maxLength={50}
            placeholder="留空则自动生成"
            onChange={(event) => editDraft({ taskNo: event.target.value })}
          />
        )}
      </Row>
      <Row label="签署截止时间" hint="当日23:59:59前可签署" fault={faultOf('signExpireTime')}>
        {(field) => (
          <DatePicker
            {...field}
            className="subject-date"
            value={pickedDay(draft.signExpireTime)}
            allowClear={false}
            onChange={(day) => editDraft({ signExpireTime: dayOfPicked(day) })}
          />
        )}
      </Row>
      <Row label="合同到期日（选填）" fault={faultOf('contractEndTime')}>
        {(field) => (
          <DatePicker
            {...field}
            className="subject-date"
            value={pickedDay(draft.contractEndTime)}
            placeholder="请选择日期"
            onChange={(day) => editDraft({ contractEndTime: dayOfPicked(day) })}
          />
        )}
      </Row>
      <Row label="备注（选填）" fault={faultOf('remark')}>
        {(field) => (
          <Input.TextArea
            {...field}
            rows={2}
            value={draft.remark}
            maxLength={500}
            placeholder="仅签署各方可见"
            onChange={(event) => editDraft({ remark: event.target.value })}
          />
        )}
      </Row>
    </div>
  )
}

type FieldProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true; status?: 'error' }
type RowProps = { label: string; hint?: string; fault: string | undefined; children: (field: FieldProps) => ReactNode }

function Row({ label, hint, fault, children }: RowProps) {
  const id = useId()
  const said = fault ?? hint
  return (
    <div className="subject-row">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(said && { 'aria-describedby': `${id}-said` }),
        ...(fault && { 'aria-invalid': true, status: 'error' }),
      })}
      <FaultText id={`${id}-said`}>{fault}</FaultText>
      {hint && !fault && (
        <p id={`${id}-said`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}

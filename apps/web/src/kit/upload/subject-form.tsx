import type { FieldFault } from '@moqi/domain/contract/draft-rules'
import { deadlineDay, deadlineOf } from '@moqi/domain/time/deadline'
import type { ChangeEvent } from 'react'
import { DateField } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { LaunchDraft } from '../draft/draft.ts'
import { editDraft } from '../draft/launch-store.ts'
import './subject-form.css'

/** Subject, number, deadline, end, amount and remark of the contract; each fault stands under its field. */
export function SubjectForm({ draft, faults }: { draft: LaunchDraft; faults: readonly FieldFault[] }) {
  const faultOf = (field: string) => faults.find((one) => one.field === field)?.message
  const text = (name: 'taskName' | 'taskNo' | 'remark' | 'amount', fault: string) => ({
    value: draft[name],
    error: faultOf(fault),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => editDraft({ [name]: target.value }),
  })
  const date = (name: 'signExpireTime' | 'contractEndTime') => ({
    value: deadlineDay(draft[name]),
    error: faultOf(name),
    onChange: (day: string) => editDraft({ [name]: deadlineOf(day) }),
  })
  return (
    <div className="subject-form">
      <Field
        size="m"
        label="合同主题"
        maxLength={100}
        placeholder="上传后自动取文件名"
        {...text('taskName', 'subject')}
      />
      <Field size="m" label="合同编号" maxLength={50} placeholder="留空则自动生成" {...text('taskNo', 'contractNo')} />
      <DateField size="m" label="签署截止时间" hint="当日23:59:59前可签署" {...date('signExpireTime')} />
      <DateField size="m" label="合同到期日（选填）" {...date('contractEndTime')} />
      <Field
        size="m"
        label="合同金额（选填）"
        unit="元"
        inputMode="decimal"
        maxLength={20}
        hint="各方可见；本企业按金额设置的审批与授权以此为准"
        {...text('amount', 'amount')}
      />
      <TextArea
        label="备注（选填）"
        rows={2}
        maxLength={500}
        placeholder="仅签署各方可见"
        {...text('remark', 'remark')}
      />
    </div>
  )
}

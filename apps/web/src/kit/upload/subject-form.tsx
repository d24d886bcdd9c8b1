import type { FieldFault } from '@moqi/domain/contract/draft-rules'
import { deadlineDay, deadlineOf } from '@moqi/domain/time/deadline'
import { DateField } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { LaunchDraft } from '../draft/draft.ts'
import { editDraft } from '../draft/launch-store.ts'
import './subject-form.css'

/** Subject, number, deadline, end and remark of the contract; each fault stands under its field. */
export function SubjectForm({ draft, faults }: { draft: LaunchDraft; faults: readonly FieldFault[] }) {
  const faultOf = (field: string) => faults.find((one) => one.field === field)?.message
  return (
    <div className="subject-form">
      <Field
        size="m"
        label="合同主题"
        error={faultOf('subject')}
        value={draft.taskName}
        maxLength={100}
        placeholder="上传后自动取文件名"
        onChange={(event) => editDraft({ taskName: event.target.value })}
      />
      <Field
        size="m"
        label="合同编号"
        error={faultOf('contractNo')}
        value={draft.taskNo}
        maxLength={50}
        placeholder="留空则自动生成"
        onChange={(event) => editDraft({ taskNo: event.target.value })}
      />
      <DateField
        size="m"
        label="签署截止时间"
        hint="当日23:59:59前可签署"
        error={faultOf('signExpireTime')}
        value={deadlineDay(draft.signExpireTime)}
        onChange={(day) => editDraft({ signExpireTime: deadlineOf(day) })}
      />
      <DateField
        size="m"
        label="合同到期日（选填）"
        error={faultOf('contractEndTime')}
        value={deadlineDay(draft.contractEndTime)}
        onChange={(day) => editDraft({ contractEndTime: deadlineOf(day) })}
      />
      <TextArea
        label="备注（选填）"
        rows={2}
        error={faultOf('remark')}
        value={draft.remark}
        maxLength={500}
        placeholder="仅签署各方可见"
        onChange={(event) => editDraft({ remark: event.target.value })}
      />
    </div>
  )
}

import { useState } from 'react'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { Field } from '../../ui/field.tsx'
import type { CompanyContract } from './contracts-query.ts'

type ReasonSheetProps = {
  row: CompanyContract
  send: (reason: string) => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/** Asks why a colleague's contract is opened, before it is. */
export function ReasonSheet({ row: { taskName, handlerName }, send, onDone, onClose }: ReasonSheetProps) {
  const [reason, setReason] = useState('')
  return (
    <FormSheet
      title="查看同事的合同"
      confirm="查看合同"
      ready={reason.trim().length >= 2}
      send={() => send(reason)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        《{taskName}》由{handlerName || '已退出的成员'}
        经办。查看会留下记录，经办人会收到消息，看到您的姓名、时间和原因。
      </p>
      <Field
        label="查看原因"
        maxLength={200}
        placeholder="2-200个字，如：核对付款条件"
        value={reason}
        data-first
        onChange={({ target }) => setReason(target.value)}
      />
    </FormSheet>
  )
}

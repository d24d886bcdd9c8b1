import type { ApproveInfo } from '@moqi/api/approval'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'

type RefuseSheetProps = {
  info: Pick<ApproveInfo, 'approveId' | 'applicantName'>
  onDone: () => void
  onRefused: (refusal: CallRefusal) => void
  onClose: () => void
}

const openings = ['条款需修改', '金额或付款方式有误', '印章选择错误', '缺少附件'] as const

/** 驳回 with a reason of 2–200 characters, four openings to begin it with. */
export function RefuseSheet({ info: { approveId, applicantName }, onDone, onRefused, onClose }: RefuseSheetProps) {
  const [reason, setReason, forget] = useFormDraft('refusal')
  const [fault, setFault] = useState<string>()
  const keyOf = useRepeatKey()
  const sending = useMutation({
    mutationFn: () => {
      const input = { approveId, reason: reason.trim() }
      return call('returnApprove', input, { key: keyOf(input), quiet: true })
    },
    onSuccess: () => {
      forget()
      onDone()
    },
    onError: (error) => {
      if (error instanceof CallRefusal) onRefused(error)
      else setFault('提交失败，请稍后重试')
    },
  })
  const press = () => {
    const short = [...reason.trim()].length < 2
    setFault(short ? '请填写原因(2-200字)' : undefined)
    if (!short) sending.mutate()
  }
  return (
    <Sheet
      title="驳回用印申请"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="seal" busy={sending.isPending} onClick={press}>
            驳回
          </Button>
        </>
      }
    >
      <p className="muted">合同回到“用印审批未通过”，{applicantName}可以修改后重新提交，也可以拒签。</p>
      <p className="approve-openings">
        {openings.map((text) => (
          <button key={text} type="button" onClick={() => setReason(text)}>
            {text}
          </button>
        ))}
      </p>
      <TextArea
        label="请填写原因(2-200字)"
        maxLength={200}
        value={reason}
        error={fault}
        data-first
        onChange={(event) => setReason(event.target.value)}
      />
    </Sheet>
  )
}

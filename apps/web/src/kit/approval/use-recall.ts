import { useMutation } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { ask } from '../../ui/ask-store.ts'
import { success } from '../../ui/toast-store.ts'
import { refreshApprovals } from './approval-keys.ts'

/** Withdraws an application when its applicant says yes. */
export function useRecall(approveId: string) {
  const keyOf = useRepeatKey()
  const recalling = useMutation({
    mutationFn: () => call('recallApprove', { approveId }, { key: keyOf(approveId) }),
    onSuccess: () => success('撤回成功！'),
    onError: showRefusal,
    onSettled: refreshApprovals,
  })
  const press = async () => {
    const detail = '审批人会收到通知，合同回到待您签署；之后可以重新提交。'
    const question = { title: '提示', text: '确定要撤回用印申请吗？', detail, confirm: '撤回', cancel: '取消' }
    if (await ask({ ...question, tone: 'seal' })) recalling.mutate()
  }
  return { isPending: recalling.isPending, press: () => void press() }
}

import { useMutation } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { ask } from '../../ui/ask-store.ts'
import { success } from '../../ui/toast-store.ts'

/** Takes back the papers that wait, once asked; how it stands then is read by `onSettled` in either case. */
export function useWithdraw(onSettled: () => void) {
  const withdrawing = useMutation({
    mutationFn: () => call('withdrawPersonReview', {}),
    onSuccess: () => success('证件已撤回，照片已删除'),
    onError: showRefusal,
    onSettled,
  })
  const press = async () => {
    const question = { title: '撤回证件', text: '撤回后照片立即删除，您可以重新提交或改用系统核验。' }
    if (await ask({ ...question, confirm: '撤回', cancel: '取消' })) withdrawing.mutate()
  }
  return { busy: withdrawing.isPending, onWithdraw: () => void press() }
}

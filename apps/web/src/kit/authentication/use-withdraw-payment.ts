import type { CompanyAuth } from '@moqi/api/real-name'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { ask } from '../../ui/ask-store.ts'
import { success } from '../../ui/toast-store.ts'

/** Takes a company's own payment back, once asked; `onWithdrawn` before the pages read how it stands. */
export function useWithdrawPayment({ authid, tenantId }: CompanyAuth, onWithdrawn: () => void) {
  const withdrawing = useMutation({
    mutationFn: () => call('withdrawReversePayment', { authid }, { tenantId }),
    onSuccess: () => {
      success('反向打款已撤回')
      onWithdrawn()
    },
    onError: showRefusal,
    onSettled: () => void queryClient.invalidateQueries(),
  })
  const press = async () => {
    const text = '撤回后可以立即换一种方式认证。已经转出的款项到账后会通知您，不能用于认证，也不退还。'
    if (await ask({ title: '撤回反向打款', text, confirm: '撤回', cancel: '取消' })) withdrawing.mutate()
  }
  return { busy: withdrawing.isPending, onWithdraw: () => void press() }
}

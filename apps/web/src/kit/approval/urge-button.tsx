import type { ApproveInfo } from '@moqi/api/approval'
import { useMutation } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { success } from '../../ui/toast-store.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { useWaitLeft } from '../../ui/use-wait-left.ts'
import { refreshApprovals } from './approval-keys.ts'

type UrgeButtonProps = { application: Pick<ApproveInfo, 'approveId' | 'operationArray' | 'urgeWait'>; wide?: boolean }

/** 催办: reminds whoever still has to decide, or says from when on that may be done. Nothing for who may not. */
export function UrgeButton({ application, wide = false }: UrgeButtonProps) {
  const { approveId, operationArray, urgeWait } = application
  const left = useWaitLeft(urgeWait ?? 0)
  const urging = useMutation({
    mutationFn: () => call('urgeApprove', { approveId }, { key: randomKey() }),
    onSuccess: ({ urgedArray }) => success(`已催办：${urgedArray.join('、')}`),
    onError: showRefusal,
    onSettled: refreshApprovals,
  })
  const narrow = usePhone()
  if (!operationArray.includes('urge') || urgeWait === null) return null
  // The foot of a phone has no room for what cannot be done yet.
  if (narrow && !wide && left > 0) return null
  return (
    <Button
      {...(wide && { size: 'xl' as const, block: true })}
      disabled={left > 0}
      busy={urging.isPending}
      onClick={() => urging.mutate()}
    >
      {!urging.isPending && <BellRing size={18} />}
      {left > 0 ? `${Math.ceil(left / 60_000)}分钟后可催办` : '催办'}
    </Button>
  )
}

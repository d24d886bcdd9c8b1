import type { Look } from '@moqi/api/tenant'
import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { call } from '../../client/call.ts'
import { queryClient } from '../../client/query-client.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'

const two = (number: number) => String(number).padStart(2, '0')

/** That one is looking, why, and for how long yet; ended by hand before. */
export function LookBanner({ tenantId, look: { reason, ticket, endTime } }: { tenantId: string; look: Look }) {
  const seconds = useSecondsUntil(endTime)
  const { busy, decide } = useDecision(
    () => {},
    () => forgetParts(tenantId),
  )
  useEffect(() => {
    if (seconds > 0) return
    forgetParts(tenantId)
    void queryClient.invalidateQueries({ queryKey: ['operator', 'tenant', tenantId] })
  }, [seconds, tenantId])
  return (
    <section className="look-banner" aria-label="正在查看">
      <Eye size={20} />
      <div>
        <b>您正在查看客户的资料</b>
        <p className="tenant-word">
          原因：{reason}
          {ticket && `（工单${ticket}）`}。管理员已收到通知，看过的每一项都会记下
        </p>
      </div>
      <span className="look-left num" role="timer" aria-label="剩余时间">
        {two(Math.floor(seconds / 60))}:{two(seconds % 60)}
      </span>
      <Button
        busy={busy === 'end'}
        onClick={() => void decide('end', () => call('endLook', { tenantId }), '查看已结束')}
      >
        结束查看
      </Button>
    </section>
  )
}

/** What was shown in a look is kept no longer than the look. */
function forgetParts(tenantId: string) {
  queryClient.removeQueries({ queryKey: ['operator-look', tenantId] })
}

import { useEffect, useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { useSignDetail } from '../../kit/contract/use-sign-detail.ts'
import { Signing } from '../../kit/signing/signing.tsx'
import { useLargeText } from '../../kit/signing/use-large-text.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { tellHost } from './host.ts'
import { LeaveVisit } from './leave-visit.tsx'
import { Away } from './visit-gate.tsx'
import { VisitRefused } from './visit-refused.tsx'

/** /unifysign/sign: the signing of one contract, without header (checklist R46). */
export function SignVisitPage() {
  const [query] = useSearchParams()
  const signId = query.get('signId') ?? ''
  const text = useLargeText()
  const [rejected, setRejected] = useState(false)
  const detail = useSignDetail(signId)
  const onRejected = () => {
    tellHost('rejected', { signId })
    setRejected(true)
  }
  if (rejected) return <VisitRefused title="已拒签" reason="各方会收到通知，合同不再签署" act={<LeaveVisit />} />
  if (detail.data)
    return <Signing detail={detail.data} head={{ onRejected }} text={text} after={<Told signId={signId} />} />
  if (detail.error instanceof CallRefusal)
    return <VisitRefused title="无法打开" reason={detail.error.message} act={<LeaveVisit />} />
  if (detail.error) return <Away busy={detail.isFetching} again={detail} />
  return <Waiting title="正在打开合同" />
}

/** Stands under the deed: the page around has been told. */
function Told({ signId }: { signId: string }) {
  useEffect(() => tellHost('signed', { signId }), [signId])
  return (
    <div className="visit-after">
      <LeaveVisit />
    </div>
  )
}

import type { SignDetail } from '@moqi/api/task'
import { readFrom } from '../../client/own-path.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Link, Navigate } from '../../router/link.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { NoDetail } from '../../kit/contract/no-detail.tsx'
import { readSignType, useSignDetail } from '../../kit/contract/use-sign-detail.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { Signing } from '../../kit/signing/signing.tsx'
import { useLargeText } from '../../kit/signing/use-large-text.ts'

const isCopy = ({ ownSignerNo, initiateUser }: SignDetail) => ownSignerNo === null && initiateUser === 'no'

/** Read, choose seals, prove one's will, sign one contract (checklist R29). */
export function SigningPage() {
  const [params] = useSearchParams()
  const signId = params.get('signId') ?? ''
  const text = useLargeText()
  const from = fromOf(params.get('from'))
  const detail = useSignDetail(signId, readSignType(params))
  // The link of a copy recipient leads here too: there is nothing to sign, but all to read.
  if (detail.data && isCopy(detail.data)) return <Navigate to={viewPath(detail.data)} replace />
  if (detail.data)
    return (
      <Signing
        key={signId}
        detail={detail.data}
        text={text}
        {...(from && { head: { from }, links: <BackLink from={from} /> })}
      />
    )
  if (detail.error)
    return (
      <main className="cannot">
        <NoDetail error={detail.error} busy={detail.isFetching} onRetry={() => void detail.refetch()} />
      </main>
    )
  return <Waiting title="正在打开合同" />
}

type From = { to: string; label: string }

/** The page that signs several contracts sends here what one must do on one of them first, and is led back to. */
function fromOf(packed: string | null): From | null {
  const to = packed === null ? null : readFrom(packed)
  return to?.startsWith('/sign?') ? { to, label: '返回批量签署' } : null
}

function BackLink({ from }: { from: From }) {
  return (
    <Link className="link" to={from.to}>
      {from.label}
    </Link>
  )
}

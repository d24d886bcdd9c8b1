import type { Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { readFrom } from '../../client/own-path.ts'
import {
  Authenticated,
  AuthRejected,
  AuthUnderWay,
  CheckedInDemonstration,
  OwnReviewUnderWay,
} from '../../kit/authentication/person-auth-result.tsx'
import { useWithdraw } from '../../kit/authentication/use-withdraw.ts'
import { useLocation, useNavigate, useSearchParams } from '../../router/hooks.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { CancelFace } from './cancel-face.tsx'
import { PersonAuthLoading } from './person-auth-loading.tsx'
import { changePath, factorPath, reviewPath } from './review-path.ts'
import { usePersonAuth } from './use-person-auth.ts'

/** /personal-auth-ok (checklist R20): how far the authentication is, and what came of it, as the server says. */
export function PersonAuthOkPage() {
  const { search } = useLocation()
  const { data, isError, isFetching, refetch } = usePersonAuth()
  if (isError && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <PersonAuthLoading />
  if (data.isAuthed === 'notAuth') return <PersonAuthLoading leadsTo={`/personal-auth-info${search}`} />
  return (
    <div className="person-auth-outcome">
      <Outcome info={data} busy={isFetching} onRefresh={() => void refetch()} />
      {data.trialArray && data.authWay !== 'manualReview' && <CheckedInDemonstration />}
    </div>
  )
}

type Info = Output<typeof realName.getAuthInfo>

function Outcome({ info, busy, onRefresh }: { info: Info; busy: boolean; onRefresh: () => void }) {
  const { search } = useLocation()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const withdraw = useWithdraw(onRefresh)
  const { isAuthed, realName: name, authWay, completeTime, reason, triesLeft, retryTime } = info
  const lines = info.reviewLogArray
  const byReview = authWay === 'manualReview' || info.ending !== null
  if (isAuthed === 'inPersonAuth' && lines.length > 0) return <OwnReviewUnderWay lines={lines} {...withdraw} />
  if (isAuthed === 'inPersonAuth')
    return (
      <AuthUnderWay
        onRefresh={onRefresh}
        busy={busy}
        other={authWay === 'face' && <CancelFace onCancelled={onRefresh} />}
      />
    )
  if (isAuthed !== 'passAuth')
    return (
      <AuthRejected
        reason={reason}
        triesLeft={byReview ? null : triesLeft}
        retryTime={byReview ? null : retryTime}
        lines={lines}
        onAgain={() => void navigate(byReview ? reviewPath(search) : factorPath(search))}
        onReview={info.hasReview === 1 && !byReview ? () => void navigate(reviewPath(search)) : undefined}
      />
    )
  const backTo = readFrom(query.get('from'))
  return (
    <Authenticated
      name={name ?? ''}
      authWay={authWay}
      completeTime={completeTime}
      backTo={backTo}
      change={info.change}
      onChange={() => void navigate(changePath(search))}
    />
  )
}

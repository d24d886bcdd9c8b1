import type { Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { PersonAuthForm } from '../../kit/authentication/person-auth-form.tsx'
import { PersonReviewForm } from '../../kit/authentication/person-review-form.tsx'
import { useFace } from '../../kit/authentication/use-face.tsx'
import { Link } from '../../router/link.tsx'
import { useLocation, useNavigate, useSearchParams } from '../../router/hooks.ts'
import { FormFault } from '../../ui/field.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { PersonAuthLoading } from './person-auth-loading.tsx'
import { factorPath, reviewPath } from './review-path.ts'
import { usePersonAuth } from './use-person-auth.ts'

/** /personal-auth-info (checklist R20): the form. What came of it, or is under way, is at /personal-auth-ok. */
export function PersonAuthPage() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { data, isError, isFetching, refetch } = usePersonAuth()
  const result = `/personal-auth-ok${search}`
  const submitted = async () => {
    void queryClient.invalidateQueries()
    // Not all of it is waited for: whoever has gone on by then would be brought back here.
    await queryClient.refetchQueries({ queryKey: ['person-auth'] }, { cancelRefetch: false })
    await navigate(result, { replace: true })
  }
  const isTrial = data?.trialArray !== undefined
  const [query] = useSearchParams()
  const isChange = query.get('way') === 'change'
  const { desk, ...byFace } = useFace({ isTrial, isChange, onChanged: refetch, onPassed: () => void submitted() })
  if (isError && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <PersonAuthLoading />
  return desk ?? <Forms info={data} result={result} byFace={byFace} onSubmitted={() => void submitted()} />
}

// Few ever see it.
const EndedByPlatform = lazy(async () => ({
  default: (await import('../../kit/authentication/ended-by-platform.tsx')).EndedByPlatform,
}))

type FormProps = { info: Output<typeof realName.getAuthInfo>; onSubmitted: () => void }
type ByFace = Omit<ReturnType<typeof useFace>, 'desk'>

/** The form of the way that the address names, where one may try it. */
function Forms({ info, result, byFace, onSubmitted }: FormProps & { result: string; byFace: ByFace }) {
  const [query] = useSearchParams()
  if (query.get('way') === 'change' && mayChange(info))
    return <ChangeForm info={info} {...byFace} onSubmitted={onSubmitted} />
  const mayTry = info.isAuthed === 'notAuth' || info.isAuthed === 'rejectPersonAuth'
  const isReview = info.hasReview === 1 && (query.get('way') === 'review' || info.ending !== null)
  if (!mayTry || (info.triesLeft === 0 && !isReview)) return <PersonAuthLoading leadsTo={result} />
  if (isReview) return <ReviewForm info={info} onSubmitted={onSubmitted} />
  return <FactorForm info={info} {...byFace} onSubmitted={onSubmitted} />
}

/** Whether who is authenticated may take another name or number now. */
const mayChange = ({ isAuthed, change, triesLeft }: FormProps['info']) =>
  isAuthed === 'passAuth' && change?.changeState !== 'pending' && triesLeft !== 0

function FactorForm({ info, typed, onFace, onSubmitted }: FormProps & ByFace) {
  const { search } = useLocation()
  return (
    <PersonAuthForm
      trials={info.trialArray}
      typed={typed}
      onFace={info.hasFace === 1 ? onFace : undefined}
      head={<Head fault={faultOf(info, `。还可尝试${info.triesLeft}次`)} />}
      other={
        info.hasReview === 1 && (
          <OtherWay says="没有居民身份证，或核验不通过？" to={reviewPath(search)} label="改用人工审核" />
        )
      }
      onSubmitted={onSubmitted}
    />
  )
}

function ChangeForm({ info, typed, onFace, onSubmitted }: FormProps & ByFace) {
  return (
    <PersonAuthForm
      changing
      trials={info.trialArray}
      typed={typed}
      onFace={info.hasFace === 1 ? onFace : undefined}
      onSubmitted={onSubmitted}
    />
  )
}

function ReviewForm({ info, onSubmitted }: FormProps) {
  const { search } = useLocation()
  return (
    <PersonReviewForm
      head={info.ending ? <Ended ending={info.ending} /> : <Head fault={faultOf(info)} />}
      other={
        info.triesLeft !== 0 &&
        info.ending === null && <OtherWay says="有居民身份证？" to={factorPath(search)} label="改用系统核验" />
      }
      onSubmitted={onSubmitted}
    />
  )
}

/** Why somebody is here again: the paper has ended, or the last try failed. */
function faultOf({ isAuthed, reason }: FormProps['info'], left = ''): string | null {
  if (reason === null) return null
  return isAuthed === 'notAuth' ? `实名认证已失效：${reason}，请由本人重新认证` : `上次未通过：${reason}${left}`
}

const Ended = ({ ending }: { ending: NonNullable<FormProps['info']['ending']> }) => (
  <Suspense fallback={null}>
    <EndedByPlatform ending={ending} />
  </Suspense>
)

/** What waits for it, and what was wrong the last time. */
function Head({ fault }: { fault: string | null }) {
  const [query] = useSearchParams()
  return (
    <>
      {query.get('from') && <p className="person-auth-errand">认证完成后，可以接着办理刚才的事项。</p>}
      <FormFault>{fault}</FormFault>
    </>
  )
}

const OtherWay = ({ says, to, label }: { says: string; to: string; label: string }) => (
  <p className="person-auth-other">
    {says}
    <Link to={to}>{label}</Link>
  </p>
)

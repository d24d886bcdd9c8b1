import type { Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { useQueryClient } from '@tanstack/react-query'
import { PersonAuthForm } from '../../kit/authentication/person-auth-form.tsx'
import { PersonReviewForm } from '../../kit/authentication/person-review-form.tsx'
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
  const [query] = useSearchParams()
  const { data, isError, isFetching, refetch } = usePersonAuth()
  const result = `/personal-auth-ok${search}`
  if (isError && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <PersonAuthLoading />
  const mayTry = data.isAuthed === 'notAuth' || data.isAuthed === 'rejectPersonAuth'
  const isReview = data.hasReview === 1 && query.get('way') === 'review'
  if (!mayTry || (data.triesLeft === 0 && !isReview)) return <PersonAuthLoading leadsTo={result} />
  const submitted = async () => {
    await queryClient.invalidateQueries()
    await navigate(result, { replace: true })
  }
  const Form = isReview ? ReviewForm : FactorForm
  return <Form info={data} onSubmitted={() => void submitted()} />
}

type FormProps = { info: Output<typeof realName.getAuthInfo>; onSubmitted: () => void }

function FactorForm({ info, onSubmitted }: FormProps) {
  const { search } = useLocation()
  return (
    <PersonAuthForm
      trials={info.trialArray}
      head={<Head fault={info.reason && `上次未通过：${info.reason}。还可尝试${info.triesLeft}次`} />}
      other={
        info.hasReview === 1 && (
          <OtherWay says="没有居民身份证，或核验不通过？" to={reviewPath(search)} label="改用人工审核" />
        )
      }
      onSubmitted={onSubmitted}
    />
  )
}

function ReviewForm({ info, onSubmitted }: FormProps) {
  const { search } = useLocation()
  return (
    <PersonReviewForm
      head={<Head fault={info.reason && `上次未通过：${info.reason}`} />}
      other={info.triesLeft !== 0 && <OtherWay says="有居民身份证？" to={factorPath(search)} label="改用系统核验" />}
      onSubmitted={onSubmitted}
    />
  )
}

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

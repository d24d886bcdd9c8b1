import { useQueryClient } from '@tanstack/react-query'
import { PersonAuthForm } from '../../kit/authentication/person-auth-form.tsx'
import { useLocation, useNavigate, useSearchParams } from '../../router/hooks.ts'
import { FormFault } from '../../ui/field.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { PersonAuthLoading } from './person-auth-loading.tsx'
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
  if (!mayTry || data.triesLeft === 0) return <PersonAuthLoading leadsTo={result} />
  const submitted = async () => {
    await queryClient.invalidateQueries()
    await navigate(result, { replace: true })
  }
  return (
    <PersonAuthForm
      trials={data.trialArray}
      head={
        <>
          {query.get('from') && <p className="person-auth-errand">认证完成后，可以接着办理刚才的事项。</p>}
          <FormFault>{data.reason && `上次未通过：${data.reason}。还可尝试${data.triesLeft}次`}</FormFault>
        </>
      }
      onSubmitted={() => void submitted()}
    />
  )
}

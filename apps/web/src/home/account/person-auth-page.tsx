import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { readFrom } from '../../client/own-path.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AuthRejected, AuthUnderWay, Authenticated } from '../../kit/authentication/person-auth-result.tsx'
import '../../kit/authentication/authentication.css'
import { PersonAuthForm } from '../../kit/authentication/person-auth-form.tsx'

const authKey = ['person-auth']
/** ms */
const verdictEvery = 3000

/** /personal-auth-info (checklist R20): the form, and the result in its place. */
export function PersonAuthPage() {
  const queryClient = useQueryClient()
  const [again, setAgain] = useState(false)
  const [query] = useSearchParams()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: authKey,
    queryFn: ({ signal }) => call('getAuthInfo', {}, { signal }),
    // A verdict that comes later shows by itself, also where no notice comes through.
    refetchInterval: ({ state }) => (state.data?.isAuthed === 'inPersonAuth' ? verdictEvery : false),
  })
  const submitted = async () => {
    setAgain(false)
    await queryClient.invalidateQueries()
  }
  if (isError && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data)
    return (
      <div className="person-auth" aria-busy="true">
        <Skeleton rows={5} height={48} />
      </div>
    )
  if (data.isAuthed === 'passAuth')
    return <Authenticated name={data.realName ?? ''} backTo={readFrom(query.get('from'))} />
  if (data.isAuthed === 'inPersonAuth') return <AuthUnderWay onRefresh={() => void refetch()} busy={isFetching} />
  if (data.isAuthed === 'rejectPersonAuth' && !again)
    return <AuthRejected reason={data.reason} onAgain={() => setAgain(true)} />
  return <PersonAuthForm trials={data.trialArray} onSubmitted={() => void submitted()} />
}

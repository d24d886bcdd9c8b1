import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { forgetInviteCode } from '../../client/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tally } from '../../ui/tally.tsx'
import './join.css'
import { JoinDecision } from './join-decision.tsx'
import { LeanFrame } from './lean-frame.tsx'
import { OwnName } from './own-name.tsx'

const none = '邀请不存在或已失效，请联系企业管理员'

/** The invitation the address names; an address that names none has no more to read. */
function useInvite(companyId: string, inviteCode: string) {
  const named = companyId !== '' || inviteCode !== ''
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['invite', companyId, inviteCode],
    queryFn: ({ signal }) => call('getInviteInfo', inviteCode ? { inviteCode } : { companyId }, { signal }),
    enabled: named,
    // What has been decided here must not change under the reader.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const refusal = error instanceof CallRefusal ? error.message : named ? null : none
  return { invite: data, refusal, failed: error !== null, isFetching, refetch }
}

/** /user-space/company-join?companyId, or ?inviteCode of a link (checklist R56): join a company, or not. */
export function JoinPage() {
  const [query] = useSearchParams()
  const { invite, refusal, failed, isFetching, refetch } = useInvite(
    query.get('companyId') ?? '',
    query.get('inviteCode') ?? '',
  )
  const answered = invite !== undefined || refusal !== null
  useEffect(() => {
    // From here on the server knows whose invitation it is.
    if (answered) forgetInviteCode()
  }, [answered])
  return (
    <LeanFrame out={<OwnName />}>
      {invite && <JoinDecision invite={invite} />}
      {refusal !== null && <NoInvitation text={refusal} />}
      {!answered && <Reading failed={failed} busy={isFetching} onRetry={() => void refetch()} />}
    </LeanFrame>
  )
}

function Reading({ failed, busy, onRetry }: { failed: boolean; busy: boolean; onRetry: () => void }) {
  return (
    <div className="card join-wait" aria-busy={!failed}>
      <h1 className="sr">企业邀请</h1>
      {failed ? <LoadingFailed onRetry={onRetry} busy={busy} /> : <Skeleton rows={5} height={36} />}
    </div>
  )
}

function NoInvitation({ text }: { text: string }) {
  return (
    <ResultPage
      art={<Tally state="alone" size={96} color="#3d414a" />}
      title="无法加入企业"
      actions={
        <ButtonLink to="/" size="l" variant="primary">
          返回首页
        </ButtonLink>
      }
    >
      <p>{text}</p>
    </ResultPage>
  )
}

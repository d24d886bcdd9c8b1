import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { forgetInviteCode } from '../../client/session.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { LeanFrame } from '../../kit/frame/lean-frame.tsx'
import { enterCompany } from './enter-company.ts'
import './join.css'
import { JoinDecision } from './join-decision.tsx'
import { OwnName } from './own-name.tsx'

/** ms between 加入成功！ and the joined space (checklist K9, X14). */
const redirectMs = 1000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

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
  const [joined, setJoined] = useState<string | null>(null)
  const navigate = useNavigate()
  const answered = invite !== undefined || refusal !== null
  useEffect(() => {
    // From here on the server knows whose invitation it is.
    if (answered) forgetInviteCode()
  }, [answered])
  const enter = async (companyName: string, tenantId: string | null) => {
    setJoined(companyName)
    await Promise.all([pause(redirectMs), tenantId && enterCompany(tenantId)])
    await navigate('/', { replace: true })
  }
  if (joined !== null)
    return (
      <LeanFrame>
        <Joined companyName={joined} />
      </LeanFrame>
    )
  return (
    <LeanFrame out={<OwnName />}>
      {invite && <JoinDecision invite={invite} onJoined={(tenantId) => void enter(invite.companyName, tenantId)} />}
      {refusal !== null && <NoInvitation text={refusal} />}
      {!answered && <Reading failed={failed} busy={isFetching} onRetry={() => void refetch()} />}
    </LeanFrame>
  )
}

function Joined({ companyName }: { companyName: string }) {
  return (
    <div className="join-done" role="status">
      <MatchMark state="fit" size={96} color="#2b6a4d" />
      <h1>加入成功！</h1>
      <p className="muted">正在进入{companyName}</p>
    </div>
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
      art={<MatchMark state="alone" size={96} color="#3d414a" />}
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

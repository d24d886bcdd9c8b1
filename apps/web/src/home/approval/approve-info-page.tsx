import type { ApproveInfo } from '@moqi/api/approval'
import { useQuery } from '@tanstack/react-query'
import { CallRefusal } from '../../client/call-error.ts'
import { approvalsPath } from '../../kit/approval/approval-paths.ts'
import { applicationQuery } from '../../kit/approval/use-application.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { ApproveInfoView } from './approve-info-view.tsx'

/** One application, read and decided on, with the contract open at the seal's place (checklist R36). */
export function ApproveInfoPage() {
  const [params] = useSearchParams()
  const approveId = params.get('approveId') ?? ''
  const info = useQuery({ ...applicationQuery(approveId), enabled: approveId !== '' })
  if (info.data) return <ApproveInfoView key={keyOf(info.data)} info={info.data} />
  if (approveId === '' || info.error instanceof CallRefusal)
    return (
      <main className="cannot">
        <ResultPage
          art={<MatchMark state="alone" size={72} color="#3d414a" />}
          title={info.error instanceof CallRefusal ? info.error.message : '用印申请不存在'}
          actions={
            <ButtonLink to={approvalsPath} size="l" variant="primary">
              返回审批管理
            </ButtonLink>
          }
        >
          <p>申请可能已由他人处理，或您不在当前空间。</p>
        </ResultPage>
      </main>
    )
  if (info.error)
    return (
      <main className="cannot">
        <LoadingFailed busy={info.isFetching} onRetry={() => void info.refetch()} />
      </main>
    )
  return <Waiting title="正在打开用印申请" />
}

/** Files that changed are opened anew. */
const keyOf = ({ approveId, fileArray }: ApproveInfo) => [approveId, ...fileArray.map(({ sha256 }) => sha256)].join()

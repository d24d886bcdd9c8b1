import type { ApproveInfo } from '@moqi/api/approval'
import type { SignDetail } from '@moqi/api/task'
import { isVisit } from '../../client/visit.ts'
import { useSpace } from '../../client/space-store.ts'
import { NoDetail } from '../../kit/contract/no-detail.tsx'
import { useSignDetail } from '../../kit/contract/use-sign-detail.ts'
import { useOwnApplication } from '../../kit/approval/use-application.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { ApplyPage } from './apply-page.tsx'
import { CoursePage } from './course-page.tsx'

/** The use of a seal asked for, and afterwards what becomes of that (checklist R31). */
export function FlowPage() {
  const [params] = useSearchParams()
  const signId = params.get('signId') ?? ''
  const detail = useSignDetail(signId)
  if (detail.data) return <OfContract key={signId} detail={detail.data} fresh={params.get('new') === '1'} />
  if (detail.error)
    return (
      <main className="cannot">
        <NoDetail error={detail.error} busy={detail.isFetching} onRetry={() => void detail.refetch()} />
      </main>
    )
  return <Waiting title="正在打开合同" />
}

/** An application that runs is followed; one that came back is, unless seals were chosen anew. */
const isFollowed = ({ approveStatus }: ApproveInfo, fresh: boolean) =>
  !fresh || approveStatus === 'pending' || approveStatus === 'approved' || approveStatus === 'stampFailed'

function OfContract({ detail, fresh }: { detail: SignDetail; fresh: boolean }) {
  const space = useSpace((state) => state.current)
  const application = useOwnApplication(detail, !isVisit())
  if (!space) return null
  // Behind a pass one asks once; what becomes of it is followed where one is signed in.
  if (isVisit()) return <ApplyPage detail={detail} space={space} />
  if (application.error && application.data === undefined)
    return <LoadingFailed busy={application.isFetching} onRetry={() => void application.refetch()} />
  if (application.data === undefined) return <Waiting title="正在打开申请" />
  if (application.data && isFollowed(application.data, fresh))
    return <CoursePage detail={detail} application={application.data} space={space} />
  return <ApplyPage detail={detail} space={space} />
}

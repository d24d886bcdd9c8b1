import type { SignDetail } from '@moqi/api/task'
import type { Space } from '../../client/space-store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { flowPath } from '../approval/approval-paths.ts'
import { whereItIs } from '../approval/course-words.ts'
import { useOwnApplication } from '../approval/use-application.ts'
import { useRecall } from '../approval/use-recall.ts'
import { SignNotice } from './sign-notice.tsx'
import { SigningHalted } from './signing-halted.tsx'
import type { SigningHeadMore } from './signing-head.tsx'
import type { LargeText } from './use-large-text.ts'

type ApprovalWaitingProps = {
  detail: SignDetail
  head: SigningHeadMore | undefined
  text: LargeText
  space: Space
  info: string
}

/** What was asked for and waits for others: where it is, and the way to withdraw it. */
export function ApprovalWaiting({ detail, head, text, space, info }: ApprovalWaitingProps) {
  const { data: application } = useOwnApplication(detail)
  const recall = useRecall(application?.approveId ?? '')
  return (
    <SigningHalted detail={detail} head={head} text={text} space={space} application={application ?? null}>
      <SignNotice tone="ochre" title={info}>
        {application && whereItIs(application)}
      </SignNotice>
      <ButtonLink to={flowPath(detail.signId)} size="xl" block>
        查看审批进度
      </ButtonLink>
      {application?.operationArray.includes('recall') && (
        <Button variant="quiet" block busy={recall.isPending} onClick={recall.press}>
          撤回申请
        </Button>
      )}
    </SigningHalted>
  )
}

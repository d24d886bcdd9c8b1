import type { SignDetail } from '@moqi/api/task'
import type { Space } from '../../client/space-store.ts'
import { Button } from '../../ui/button.tsx'
import { AskForSeal } from '../grants/ask-for-seal.tsx'
import { copyWords, HandOn, mayTransfer } from './hand-on.tsx'
import { SignNotice } from './sign-notice.tsx'
import { SigningHalted } from './signing-halted.tsx'
import type { SigningHeadMore } from './signing-head.tsx'
import type { LargeText } from './use-large-text.ts'

/** A contract that waits for a seal, and why. */
export type NoSealProps = {
  detail: SignDetail
  head: SigningHeadMore | undefined
  text: LargeText
  space: Space
  info: string
}

/** No seal that the operator may use or ask for: the administrator can grant one, a colleague can sign instead. */
export function NoSealRight({ detail, head, text, space, info }: NoSealProps) {
  const words = `请授权我使用${space.spaceName}的印章，签署《${detail.taskName}》（${detail.taskNo}）。`
  return (
    <SigningHalted detail={detail} head={head} text={text} space={space} application={null}>
      <SignNotice tone="seal" title={info}>
        您是经办人，企业印章由管理员制作和授权。可以申请授权{mayTransfer(detail) && '，也可以转交给有权限的同事'}。
      </SignNotice>
      <AskForSeal
        signId={detail.signId}
        kind="company"
        // A company without a seal has none to grant: its administrator makes one first.
        otherwise={
          <Button variant="primary" size="xl" block onClick={() => void copyWords('请管理员授权', '企业管理员', words)}>
            请管理员授权
          </Button>
        }
      />
      <HandOn detail={detail} />
    </SigningHalted>
  )
}

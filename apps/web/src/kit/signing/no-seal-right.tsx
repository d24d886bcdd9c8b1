import type { SignDetail } from '@moqi/api/task'
import { UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import type { Space } from '../../client/space-store.ts'
import { leaveFor } from '../../router/leave.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { success, warn } from '../../ui/toast-store.ts'
import { refreshContracts } from '../contract/contract-keys.ts'
import { viewPath } from '../contract/contract-paths.ts'
import { SignNotice } from './sign-notice.tsx'
import { SigningHalted } from './signing-halted.tsx'
import type { SigningHeadMore } from './signing-head.tsx'
import type { LargeText } from './use-large-text.ts'

const TransferSheet = later(async () => (await import('../operations/transfer-sheet.tsx')).TransferSheet)

type NoSealRightProps = {
  detail: SignDetail
  head: SigningHeadMore | undefined
  text: LargeText
  space: Space
  info: string
}

/** No seal that the operator may use or ask for: the administrator can grant one, a colleague can sign instead. */
export function NoSealRight({ detail, head, text, space, info }: NoSealRightProps) {
  const [transferring, setTransferring] = useState(false)
  const transfers = detail.detailOperationArray.includes('transfer')
  return (
    <SigningHalted detail={detail} head={head} text={text} space={space} application={null}>
      <SignNotice tone="seal" title={info}>
        您是经办人，企业印章由管理员制作和授权。可以请管理员授权{transfers && '，也可以转交给有权限的同事'}。
      </SignNotice>
      <Button variant="primary" size="xl" block onClick={() => void askAdministrator(detail, space)}>
        请管理员授权
      </Button>
      {transfers ? (
        <Button size="l" block onClick={() => setTransferring(true)}>
          <UserRoundPen size={18} />
          转交他人签署
        </Button>
      ) : (
        <ButtonLink to={viewPath(detail)} size="l" block>
          查看合同
        </ButtonLink>
      )}
      {transferring && (
        <TransferSheet
          row={detail}
          onDone={() => {
            success('转交成功')
            leaveFor('/space/contract-list?status=all')
            void refreshContracts()
          }}
          onClose={() => setTransferring(false)}
        />
      )}
    </SigningHalted>
  )
}

/** What is to be said to the administrator, ready to be sent by whatever way people talk. */
async function askAdministrator({ taskName, taskNo }: SignDetail, { spaceName }: Space): Promise<void> {
  const text = `请授权我使用${spaceName}的印章，签署《${taskName}》（${taskNo}）。`
  const question = { title: '请管理员授权', text: '复制下面这段话，发给企业管理员。', confirm: '复制', cancel: '取消' }
  if (!(await ask({ ...question, reason: text }))) return
  try {
    await navigator.clipboard.writeText(text)
    success('已复制')
  } catch {
    warn('当前浏览器不能复制，请手动告知管理员')
  }
}

import type { SignDetail } from '@moqi/api/task'
import { UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { leaveFor } from '../../router/leave.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { success, warn } from '../../ui/toast-store.ts'
import { refreshContracts } from '../contract/contract-keys.ts'
import { viewPath } from '../contract/contract-paths.ts'

const TransferSheet = later(async () => (await import('../operations/transfer-sheet.tsx')).TransferSheet)

/** Whether the viewer may have a colleague sign instead. */
export const mayTransfer = ({ detailOperationArray }: SignDetail): boolean => detailOperationArray.includes('transfer')

/** Has a colleague sign instead, where that may be; else shows the contract. */
export function HandOn({ detail }: { detail: SignDetail }) {
  const [transferring, setTransferring] = useState(false)
  if (!mayTransfer(detail))
    return (
      <ButtonLink to={viewPath(detail)} size="l" block>
        查看合同
      </ButtonLink>
    )
  return (
    <>
      <Button size="l" block onClick={() => setTransferring(true)}>
        <UserRoundPen size={18} />
        转交他人签署
      </Button>
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
    </>
  )
}

/** What is to be said to somebody, ready to be sent by whatever way people talk. */
export async function copyWords(title: string, to: string, words: string): Promise<void> {
  const question = { title, text: `复制下面这段话，发给${to}。`, confirm: '复制', cancel: '取消' }
  if (!(await ask({ ...question, reason: words }))) return
  try {
    await navigator.clipboard.writeText(words)
    success('已复制')
  } catch {
    warn(`当前浏览器不能复制，请手动告知${to}`)
  }
}

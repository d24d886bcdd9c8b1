import type { BatchSignRow } from '@moqi/api/batch-signing'
import type { Space } from '../../client/space-store.ts'
import { AskForSeal } from '../../kit/grants/ask-for-seal.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { doPath, grantWaitedFor, nameOf } from './check-row.tsx'
import './grant-sheet.css'

type GrantSheetProps = {
  row: BatchSignRow
  space: Space
  /** The address of the page it lies over. */
  here: string
  onClose: () => void
}

/** Asks for the seal that a contract waits for, so that it is signed with the others once that is granted. */
export function GrantSheet({ row, space, here, onClose }: GrantSheetProps) {
  return (
    <Sheet title={nameOf(row)} onClose={onClose}>
      <div className="batch-grant">
        <p>{row.signBeforeCheckInfo}</p>
        <AskForSeal
          signId={row.signId}
          kind={grantWaitedFor(row) ?? 'company'}
          otherwise={
            <>
              <p className="muted">此处没有可以申请的印章，请在签署页联系管理员或转交同事。</p>
              <ButtonLink to={doPath(row, space, here)} variant="primary">
                去签署页
              </ButtonLink>
            </>
          }
        />
      </div>
    </Sheet>
  )
}

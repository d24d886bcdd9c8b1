import type { BatchSignRow } from '@moqi/api/batch-signing'
import type { WillKind } from '@moqi/domain/contract/will-kind'
import type { Space } from '../../client/space-store.ts'
import { useWill } from '../../kit/signing/use-will.ts'
import { WillSheet } from '../../kit/signing/will-sheet.tsx'
import { warn } from '../../ui/toast-store.ts'
import { type BatchChoices, placesOf, stampsInWords } from './batch-choices.ts'
import { startRun } from './batch-run.ts'

type BatchWillProps = {
  list: string
  /** What is signed. */
  rows: readonly BatchSignRow[]
  kind: WillKind
  choices: BatchChoices
  now: number
  space: Space
  onClose: () => void
}

/** One proof of will for all of them: says how many contracts, pages and stamps it is for. */
export function BatchWill({ list, rows, kind, choices, now, space, onClose }: BatchWillProps) {
  const proof = useWill({ signIds: rows.map(({ signId }) => signId) })
  const pages = rows.reduce((sum, { pageCount }) => sum + pageCount, 0)
  return (
    <WillSheet
      demand={{ willAuthType: kind, doubledBy: null }}
      statement={[
        ['签署', `${rows.length}份合同，共${pages}页`],
        ['代表', space.spaceName],
        ['用印', stampsInWords(rows, choices, now)],
      ]}
      proof={proof}
      verb="签署"
      variant="seal"
      count={`${rows.length}份`}
      act={async (authToken, keyOf) => {
        const signArray = rows.map((row) => ({ signId: row.signId, positionArray: placesOf(row, choices, now) }))
        const asked = { signArray, authToken }
        startRun(asked, keyOf(asked), { list, rows })
      }}
      onDone={onClose}
      onRefused={(refusal) => {
        warn(refusal.message)
        onClose()
      }}
      onClose={onClose}
    />
  )
}

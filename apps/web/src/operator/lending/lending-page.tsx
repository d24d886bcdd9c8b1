import type { ContractFreezing, FlaggedSpace } from '@moqi/api/contract-freezing'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { Proposals } from '../../kit/operator/proposals.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { Link } from '../../router/link.tsx'
import { FlaggedSpaces } from './flagged-spaces.tsx'
import { FreezeContractsSheet } from './freeze-contracts-sheet.tsx'
import { Freezings } from './freezings.tsx'
import { ThawSheet } from './thaw-sheet.tsx'
import './lending.css'

/** Where contracts tell of loans and of blank amounts, in numbers, and what of them was frozen. */
export function LendingPage() {
  const [freezing, setFreezing] = useState<FlaggedSpace | null>(null)
  const [thawing, setThawing] = useState<ContractFreezing | null>(null)
  const spaces = useInfiniteQuery({
    queryKey: ['operator', 'flagged-spaces'],
    queryFn: ({ signal, pageParam }) =>
      call('listFlaggedSpaces', pageParam === '' ? {} : { cursor: pageParam }, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const freezings = useInfiniteQuery({
    queryKey: ['operator', 'contract-freezings'],
    queryFn: ({ signal, pageParam }) =>
      call('listContractFreezings', pageParam === '' ? {} : { cursor: pageParam }, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <RoomFrame
      title="借贷风险"
      note="合同发送后按词语检查，签署人在签署前看到提示；这里只有数量，没有合同名称与内容"
      acts={
        <Link className="btn btn-m btn-plain" to="/lending/words">
          借贷词语
        </Link>
      }
    >
      <div className="lending">
        <Proposals />
        <section aria-labelledby="lending-spaces">
          <div className="lending-head spread">
            <h2 className="h2" id="lending-spaces">
              有风险提示的空间
            </h2>
            <ExportButton list="flagged" />
          </div>
          {spaces.data ? (
            <FlaggedSpaces
              rows={spaces.data.pages.flatMap(({ spaceArray }) => spaceArray)}
              onMore={spaces.hasNextPage ? spaces.fetchNextPage : null}
              busy={spaces.isFetchingNextPage}
              onFreeze={setFreezing}
            />
          ) : (
            <UnreadRecords {...spaces} />
          )}
        </section>
        <section aria-labelledby="lending-freezings">
          <div className="lending-head spread">
            <h2 className="h2" id="lending-freezings">
              合同冻结记录
            </h2>
            <ExportButton list="freezings" />
          </div>
          {freezings.data ? (
            <Freezings
              rows={freezings.data.pages.flatMap(({ freezingArray }) => freezingArray)}
              onMore={freezings.hasNextPage ? freezings.fetchNextPage : null}
              busy={freezings.isFetchingNextPage}
              onThaw={setThawing}
            />
          ) : (
            <UnreadRecords {...freezings} />
          )}
        </section>
      </div>
      {freezing && <FreezeContractsSheet space={freezing} onClose={() => setFreezing(null)} />}
      {thawing && <ThawSheet freezing={thawing} onClose={() => setThawing(null)} />}
    </RoomFrame>
  )
}

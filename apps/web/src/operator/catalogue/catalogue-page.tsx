import { countText } from '@moqi/domain/labels/count-text'
import type { CatalogueOffer } from '@moqi/api/catalogue'
import { keysOf } from '@moqi/domain/keys-of'
import { offerAudienceLabels, offerStateLabels } from '@moqi/domain/orders/pack-offer'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { NothingFound, QueueTools } from '../../kit/operator/queue-tools.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useSought } from '../../kit/operator/use-sought.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { OfferSheet } from './offer-sheet.tsx'
import { monthsText, offerPath, OfferTag, priceText, saleText } from './offer-words.tsx'
import { WaitingOffers } from './waiting-offers.tsx'
import './catalogue.css'

const stateKeys = keysOf(offerStateLabels)
const states = stateKeys.map((value) => ({ value, label: offerStateLabels[value] }))

/** What the platform sells, sold and will sell, the smallest packs first. */
export function CataloguePage() {
  const [adding, setAdding] = useState(false)
  const sought = useSought(stateKeys)
  const { data, ...unread } = useQuery({
    queryKey: ['operator', 'catalogue', sought.search, sought.state],
    queryFn: ({ signal }) =>
      call(
        'listCatalogue',
        { ...sought.asked, ...(sought.state !== null && { offerState: sought.state }) },
        { signal, quiet: true },
      ),
  })
  return (
    <RoomFrame
      title="套餐"
      note="每次改动都是新的版本，已提交的订单不变；价格为0的是体验，认证通过后自动赠送一次"
      acts={<ExportButton list="catalogue" search={sought.search} state={sought.state ?? undefined} />}
    >
      <WaitingOffers />
      <QueueTools label="套餐名称或编号" sought={sought} states={states}>
        <Button variant="primary" onClick={() => setAdding(true)}>
          <Plus size={16} />
          新增套餐
        </Button>
      </QueueTools>
      {!data && <UnreadRecords {...unread} />}
      {data?.offerArray.length === 0 && <NothingFound hint="名称可以只输入一部分；编号须完整输入" />}
      {data && data.offerArray.length > 0 && <Offers rows={data.offerArray} />}
      {adding && <OfferSheet offer={null} onClose={() => setAdding(false)} />}
    </RoomFrame>
  )
}

const Offers = ({ rows }: { rows: readonly CatalogueOffer[] }) => (
  <>
    <h2 className="sr" id="room-catalogue">
      全部套餐
    </h2>
    <TableOrCards
      labelledBy="room-catalogue"
      columns={columns}
      rows={rows}
      rowKey={({ offerId }) => offerId}
      renderCard={(row) => <OfferCard row={row} />}
      busy={false}
      pager={null}
    />
  </>
)

const columns: readonly PlainColumn<CatalogueOffer>[] = [
  {
    title: '套餐',
    render: ({ packName, audience, versionNo }) => (
      <>
        <b className="offer-word">{packName}</b>
        <span className="small muted offer-word">
          {offerAudienceLabels[audience]}　第{versionNo}版
        </span>
      </>
    ),
  },
  {
    title: '份数',
    width: 100,
    render: ({ copies }) => <span className="num">{countText(copies)}份</span>,
  },
  { title: '价格', width: 140, render: (row) => <span className="num">{priceText(row)}</span> },
  { title: '有效期', width: 110, render: monthsText },
  {
    title: '售卖时间',
    width: 190,
    shownFrom: 'desktop',
    render: (row) => <span className="num">{saleText(row)}</span>,
  },
  { title: '状态', width: 100, render: ({ offerState }) => <OfferTag state={offerState} /> },
  { title: '操作', width: 88, render: (row) => <OpenLink row={row} size="s" /> },
]

const OpenLink = ({ row: { offerId, packName }, size }: { row: CatalogueOffer; size: 's' | 'm' }) => (
  <Link className={`btn btn-${size} btn-plain`} to={offerPath(offerId)} aria-label={`打开：${packName}`}>
    打开
  </Link>
)

const OfferCard = ({ row }: { row: CatalogueOffer }) => (
  <div className="card offer-card">
    <p className="spread">
      <b className="offer-word">{row.packName}</b>
      <OfferTag state={row.offerState} />
    </p>
    <p className="num">
      {countText(row.copies)}份，{priceText(row)}，{monthsText(row)}
    </p>
    <p className="small muted num offer-word">
      {offerAudienceLabels[row.audience]}　售卖时间：{saleText(row)}
    </p>
    <OpenLink row={row} size="m" />
  </div>
)

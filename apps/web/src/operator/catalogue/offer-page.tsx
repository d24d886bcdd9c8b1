import { countText } from '@moqi/domain/labels/count-text'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { offerDeeds } from '@moqi/domain/orders/offer-terms'
import { offerAudienceLabels } from '@moqi/domain/orders/pack-offer'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { call } from '../../client/call.ts'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { EndSaleSheet } from './end-sale-sheet.tsx'
import { OfferSheet } from './offer-sheet.tsx'
import { monthsText, OfferTag, priceText, saleText } from './offer-words.tsx'
import { TermLines } from './term-lines.tsx'
import { WaitingOffers } from './waiting-offers.tsx'
import './catalogue.css'

type Detail = Output<Table['getCatalogueOffer']>

/** One offer: what it says, how often it was sold, and all that was done to it. */
export function OfferPage() {
  const [params] = useSearchParams()
  const offerId = params.get('offerId') ?? ''
  const { data, ...unread } = useQuery({
    queryKey: ['operator', 'offer', offerId],
    queryFn: ({ signal }) => call('getCatalogueOffer', { offerId }, { signal, quiet: true }),
    retry: false,
  })
  const isGone = unread.error instanceof CallRefusal
  return (
    <RoomFrame title={data?.packName ?? '套餐'}>
      <p className="offer-back">
        <Link className="link" to="/catalogue">
          全部套餐
        </Link>
      </p>
      {data && <Offer offer={data} />}
      {isGone && (
        <div className="card">
          <EmptyState title="没有这个套餐" hint="链接可能不完整，请从套餐列表打开" />
        </div>
      )}
      {!data && !isGone && <UnreadRecords {...unread} />}
    </RoomFrame>
  )
}

function Offer({ offer }: { offer: Detail }) {
  const [sheet, setSheet] = useState<'change' | 'end' | null>(null)
  const close = () => setSheet(null)
  const { offerState, versionNo, packName } = offer
  return (
    <div className="offer">
      <WaitingOffers offerId={offer.offerId} />
      <section className="card offer-part" aria-labelledby="offer-what">
        <div className="offer-head">
          <h2 className="h2" id="offer-what">
            现行内容（第{versionNo}版）
          </h2>
          <OfferTag state={offerState} />
          <span className="offer-acts">
            {offerState !== 'ended' && <Button onClick={() => setSheet('end')}>停售…</Button>}
            <Button variant="primary" onClick={() => setSheet('change')}>
              修改…
            </Button>
          </span>
        </div>
        <Facts className="offer-facts" facts={factsOf(offer)} />
        <p>
          <Link className="link" to={`/orders?${new URLSearchParams({ search: packName })}`}>
            查看这个套餐的订单
          </Link>
        </p>
      </section>
      <Versions versions={offer.versionArray} />
      {sheet === 'change' && <OfferSheet offer={offer} onClose={close} />}
      {sheet === 'end' && <EndSaleSheet offer={offer} onClose={close} />}
    </div>
  )
}

const factsOf = (offer: Detail) =>
  [
    ['份数', `${countText(offer.copies)}份`],
    ['价格', priceText(offer)],
    ['有效期', monthsText(offer)],
    ['对象', offerAudienceLabels[offer.audience]],
    ['售卖时间', saleText(offer)],
    ['已售', `${offer.soldNumber}单，另有${offer.waitingNumber}单待付款`],
    ['编号', offer.offerId],
  ] as const

const Versions = ({ versions }: { versions: Detail['versionArray'] }) => (
  <section className="card offer-part" aria-labelledby="offer-versions">
    <h2 className="h2" id="offer-versions">
      版本记录
    </h2>
    <ol className="offer-versions">
      {versions.map((version) => (
        <li key={version.versionNo}>
          <p className="spread">
            <b>
              第{version.versionNo}版　{offerDeeds[version.offerDeed]}
            </b>
            <span className="small muted num">{formatDate(version.makeTime)}</span>
          </p>
          <TermLines lines={version.lineArray} />
          <p className="small muted offer-word">
            {version.madeBy}
            {version.agreedBy !== null && `，${version.agreedBy}同意`}
            {version.reason !== null && `：${version.reason}`}
          </p>
        </li>
      ))}
    </ol>
  </section>
)

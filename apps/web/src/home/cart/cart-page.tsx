import type { Offer } from '@moqi/api/order'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import type { Space } from '../../client/space-store.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { CardState } from '../../ui/card-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BuyerGate } from './buyer-gate.tsx'
import { cartKeys, orderPath, readBack } from './cart-paths.ts'
import { CartSum } from './cart-sum.tsx'
import { ChargingRules } from './charging-rules.tsx'
import { HeldPacks } from './held-packs.tsx'
import { fittingOffer } from './pace.ts'
import { PackChoice } from './pack-choice.tsx'
import './cart.css'

type Shop = Output<Table['listOffers']>

/** What can be bought, what is there, and by which rules it is charged (checklist R37). */
export const CartPage = () => <BuyerGate>{(space) => <Cart key={space.tenantId} space={space} />}</BuyerGate>

function Cart({ space }: { space: Space }) {
  const shop = useQuery({
    queryKey: [...cartKeys.offers, space.tenantId],
    queryFn: ({ signal }) => call('listOffers', {}, { signal }),
  })
  return (
    <>
      <h1 className="h1">购买套餐</h1>
      <p className="muted cart-lead">
        {space.spaceType === 'person'
          ? '个人空间与企业空间的份数分别计算，本次购买的份数只能在个人空间使用。'
          : '各档功能相同，只差份数和单价。买多少，看您一年发多少。'}
      </p>
      <CardState query={shop} rows={6}>
        {(data) =>
          data.offerArray.length === 0 ? (
            <EmptyState title="暂时没有可购买的套餐" hint="请稍后再来，或联系客服。" />
          ) : (
            <Shelf shop={data} />
          )
        }
      </CardState>
    </>
  )
}

function Shelf({ shop }: { shop: Shop }) {
  const { offerArray, monthlyUse } = shop
  const fitting = fittingOffer(offerArray, monthlyUse)
  const [chosen, setChosen] = useState<string | null>(null)
  const [quantity, setQuantity] = useState(1)
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const keyOf = useRepeatKey()
  const offer = pick(offerArray, chosen ?? fitting)
  const ordering = useMutation({
    mutationFn: ({ offerId, versionNo, fen }: Offer) => {
      const input = { offerId, versionNo, quantity, fen: fen * quantity }
      return call('createOrder', input, { key: keyOf(input) })
    },
    onSuccess: ({ orderId }) => navigate(orderPath(orderId, readBack(params))),
    onError: (fault) => {
      showRefusal(fault)
      // What was shown is not what is sold any more.
      if (fault instanceof CallRefusal) void queryClient.invalidateQueries({ queryKey: cartKeys.offers })
    },
  })
  if (!offer) return null
  return (
    <div className="cart">
      <div className="cart-main">
        <PackChoice {...{ offerArray, monthlyUse, fitting }} chosen={offer.offerId} onChoose={setChosen} />
        <ChargingRules />
      </div>
      <aside className="cart-side">
        <HeldPacks packs={shop.packArray} surplus={shop.surplus} />
        <CartSum
          {...{ offer, quantity }}
          shop={shop}
          onQuantity={setQuantity}
          busy={ordering.isPending}
          onOrder={() => ordering.mutate(offer)}
        />
      </aside>
    </div>
  )
}

const pick = (offers: readonly Offer[], offerId: string | null): Offer | undefined =>
  offers.find((one) => one.offerId === offerId) ?? offers[0]

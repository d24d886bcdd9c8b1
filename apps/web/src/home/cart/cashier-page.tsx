import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Hourglass, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { yuan } from '../../ui/amount.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Logo } from '../../ui/logo.tsx'
import { info, warn } from '../../ui/toast-store.ts'
import { cartKeys, cartPath, orderPath, readBack } from './cart-paths.ts'
import { ChoiceRow } from './choice-row.tsx'
import { Money } from './money.tsx'
import { rereadOrders } from './use-order.ts'
import './cart.css'
import './cashier.css'

type Bill = Output<Table['getCashierBill']>

const outcomes = [
  { outcome: 'paid', Icon: CircleCheck, what: '付款成功', means: '立即通知平台，份数到账' },
  { outcome: 'silent', Icon: Hourglass, what: '付款成功，但不通知', means: '试订单页的“我已付款，查询结果”' },
  { outcome: 'refused', Icon: CircleX, what: '付款失败', means: '余额不足，订单仍待支付' },
] as const

type Outcome = (typeof outcomes)[number]['outcome']

/** The embedded cashier: labelled as what it is above, behind and on the button, and shut outside demonstrations. */
export function CashierPage() {
  const [params] = useSearchParams()
  const paymentNo = params.get('paymentNo') ?? ''
  const back = readBack(params)
  const bill = useQuery({
    queryKey: cartKeys.bill(paymentNo),
    queryFn: ({ signal }) => call('getCashierBill', { paymentNo }, { signal, quiet: true }),
  })
  return (
    <div className="cashier">
      <header className="cashier-label">
        <TriangleAlert size={16} />
        <span>演示收银台　不是支付宝或微信，不会真实扣款</span>
      </header>
      <main>
        <Logo height={28} />
        <section className="card cashier-card">
          {bill.error instanceof CallRefusal ? (
            <>
              <h1 className="h2">演示收银台不能使用</h1>
              <p className="muted">{bill.error.message}</p>
              <ButtonLink to={cartPath(back)} variant="primary" size="l" block>
                返回购买套餐
              </ButtonLink>
            </>
          ) : (
            <CardState query={bill} rows={4}>
              {(data) => <Payment bill={data} back={back} />}
            </CardState>
          )}
        </section>
      </main>
    </div>
  )
}

function Payment({ bill, back }: { bill: Bill; back: string | null }) {
  const { paymentNo, orderId, orderNo, title, fen, payeeName } = bill
  const [outcome, setOutcome] = useState<Outcome>('paid')
  const navigate = useNavigate()
  const keyOf = useRepeatKey()
  const paying = useMutation({
    mutationFn: (input: { paymentNo: string; outcome: Outcome }) =>
      call('payCashierBill', input, { key: keyOf(input) }),
    onSuccess: async ({ paid }) => {
      if (paid === 0) warn('付款失败：余额不足（演示），订单仍待支付')
      else if (outcome === 'silent') info('已付款（演示），收银台没有通知平台')
      await rereadOrders()
      await navigate(orderPath(orderId, back), { replace: true })
    },
    onError: showRefusal,
  })
  if (bill.paid === 1)
    return (
      <>
        <h1 className="h2">这笔付款单已付（演示）</h1>
        <p className="muted">没有产生真实扣款。请回到订单查看到账结果。</p>
        <ButtonLink to={orderPath(orderId, back)} variant="primary" size="l" block>
          返回订单
        </ButtonLink>
      </>
    )
  return (
    <>
      <h1 className="h2">模拟付款</h1>
      <p className="cashier-sum">
        <Money fen={fen} />
        <span className="muted">{title}</span>
      </p>
      <Facts
        className="sum-facts"
        facts={[
          ['订单号', orderNo],
          ['收款方', payeeName],
          ['付款方', '演示账户'],
        ]}
      />
      <h2 id="outcome-title" className="cashier-ask">
        请选择要演示的结果
      </h2>
      <div className="outcomes" role="radiogroup" aria-labelledby="outcome-title">
        {outcomes.map(({ outcome: one, Icon, what, means }) => (
          <ChoiceRow
            key={one}
            group="outcome"
            mark={<Icon size={20} />}
            label={what}
            says={means}
            checked={one === outcome}
            onChoose={() => setOutcome(one)}
          />
        ))}
      </div>
      <Button
        variant="primary"
        size="xl"
        block
        busy={paying.isPending}
        onClick={() => paying.mutate({ paymentNo, outcome })}
      >
        模拟付款 ¥{yuan(fen)}
      </Button>
      <Link className="link cashier-back" to={orderPath(orderId, back)} replace>
        返回订单，不付款
      </Link>
    </>
  )
}

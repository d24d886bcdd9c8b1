import type { CompanyAuth } from '@moqi/api/real-name'
import { formatDate } from '@moqi/domain/time/format-date'
import { Copy, FlaskConical } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { useWithdrawPayment } from './use-withdraw-payment.ts'
import './reverse-payment.css'

type Reverse = NonNullable<CompanyAuth['reverse']>
type ReversePaymentProps = {
  company: CompanyAuth
  reverse: Reverse
  isDemo: boolean
  onAnew: () => void
  onWithdrawn: () => void
}

/** Where the company pays its 0.01 元 to, line by line for whoever does the finances; what arrives shows by itself. */
export function ReversePayment({ company, reverse, isDemo, onAnew, onWithdrawn }: ReversePaymentProps) {
  const { busy, onWithdraw } = useWithdrawPayment(company, onWithdrawn)
  const { companyName, expireTime } = company
  const lines = linesOf(reverse)
  const all = [
    ...lines.map(({ label, value }) => `${label}：${value}`),
    `付款户名：${companyName}（须从该企业的对公账户付款）`,
  ].join('\n')
  return (
    <section className="reverse" aria-labelledby="reverse-title">
      <h1 id="reverse-title" className="h1">
        请从本企业对公账户转出{reverse.amount}元
      </h1>
      <p className="muted">
        付款户名必须是<b>{companyName}</b>，个人账户、支付宝、微信付款无效；金额不是{reverse.amount}
        元，或没有填写附言，认证不会通过。
      </p>
      <div className="card reverse-account">
        <dl>
          {lines.map(({ label, value, shown = value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span className="num">{shown}</span>
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={`复制${label}`}
                  onClick={() => void copyText(value)}
                >
                  <Copy size={18} />
                </button>
              </dd>
            </div>
          ))}
        </dl>
        <div className="reverse-all">
          <Button size="l" onClick={() => void copyText(all)}>
            <Copy size={18} />
            复制全部，发给财务
          </Button>
        </div>
      </div>
      <Unfit arrived={reverse.arrivedArray} />
      <p className="reverse-waits" role="status">
        <i aria-hidden="true" />
        <span>
          正在等待到账，到账后自动完成认证，可以先离开此页。
          {expireTime !== null && `${formatDate(expireTime, '{y}-{m}-{d} {h}:{i}')} 前付款有效，`}
          {reverse.amount}元不退还。
        </span>
      </p>
      {isDemo && reverse.arrivedArray.length === 0 && (
        <p className="reverse-demo">
          <FlaskConical size={16} aria-hidden="true" />
          演示环境，请勿汇款：约10秒后显示演示的到账结果。
        </p>
      )}
      <p className="reverse-else">
        信息填错了，或不方便付款？
        <button type="button" className="link" onClick={onAnew}>
          修改信息
        </button>
        <button type="button" className="link" disabled={busy} onClick={onWithdraw}>
          撤回，换一种方式
        </button>
      </p>
    </section>
  )
}

/** What a transfer asks for; an account is shown as it is read, and copied as it is typed. */
const linesOf = (reverse: Reverse): { label: string; value: string; shown?: string }[] => [
  { label: '收款户名', value: reverse.payeeName },
  { label: '收款账号', value: reverse.payeeAccount.replaceAll(' ', ''), shown: reverse.payeeAccount },
  { label: '开户银行', value: reverse.payeeBank },
  { label: '联行号', value: reverse.payeeBankCode },
  { label: '金额', value: reverse.amount, shown: `${reverse.amount} 元` },
  { label: '附言', value: reverse.payRemark },
]

/** Payments that prove nothing, each with its reason. */
function Unfit({ arrived }: { arrived: Reverse['arrivedArray'] }) {
  if (arrived.length === 0) return null
  return (
    <div className="reverse-unfit" role="alert">
      <h2>收到的付款不能用于认证</h2>
      <ul>
        {arrived.map(({ transactionNo, time, payer, amount, reason }) => (
          <li key={transactionNo}>
            <b>{reason}</b>
            <span className="num">
              {formatDate(time, '{y}-{m}-{d} {h}:{i}')}　{payer}　{amount} 元
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

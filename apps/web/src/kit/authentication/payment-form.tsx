import type { CompanyAuth } from '@moqi/api/real-name'
import { checkPaymentAmount } from '@moqi/domain/identity/bank'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'

type PaymentFormProps = {
  company: CompanyAuth
  /** Three wrong amounts, or the right one: the authentication has an end. */
  onEnded: () => void
  /** The account was wrong. */
  onAnew: () => void
}

/** The amount that the company's account has received. */
export function PaymentForm({ company, onEnded, onAnew }: PaymentFormProps) {
  const [amount, setAmount] = useState('')
  const [triesLeft, setTriesLeft] = useState(company.triesLeft)
  const [sending, setSending] = useState({ amount: '', key: randomKey() })
  const { form, faults, show } = useFaults<'amount' | 'form'>()
  const { busy, submit } = useSubmit({
    show,
    check: () => (checkPaymentAmount(amount, 0).ok ? {} : { amount: '请输入0.01至0.99之间的金额，如0.37' }),
    send: async () => {
      // The same amount again is the answer that was lost, never a second try.
      const key = sending.amount === amount ? sending.key : randomKey()
      setSending({ amount, key })
      await call('confirmPayment', { amount }, { key, tenantId: company.tenantId })
      onEnded()
    },
    read: (fault) => {
      if (!(fault instanceof CallRefusal)) return { form: '提交失败，请稍后重试' }
      if (fault.reason === 'space/auth-changed' || fault.reason === 'identity/rejected') onEnded()
      if (typeof fault.data.left === 'number') setTriesLeft(fault.data.left)
      return { [fault.data.field === 'amount' ? 'amount' : 'form']: fault.message }
    },
  })
  return (
    <form ref={form} className="person-auth card" noValidate onSubmit={submit} aria-labelledby="payment-title">
      <h1 id="payment-title" className="h1">
        填写到账金额
      </h1>
      <p className="muted">
        认证款项已汇入{company.companyName}在{company.bankName}尾号 <b className="num">{company.bankAccount}</b>{' '}
        的账户，通常几分钟内到账。请向财务或在网上银行查看金额
        {company.expireTime !== null && `，并在 ${formatDate(company.expireTime, '{y}-{m}-{d} {h}:{i}')} 前填写`}。
      </p>
      <FormFault>{faults.form}</FormFault>
      <Field
        label="到账金额（元）"
        name="amount"
        autoComplete="off"
        inputMode="decimal"
        maxLength={6}
        placeholder="0.00"
        value={amount}
        error={faults.amount}
        hint={`还可填写${triesLeft}次，多次错误需重新提交认证。`}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Button type="submit" variant="primary" size="xl" block busy={busy}>
        确认金额
      </Button>
      <p className="person-auth-note company-auth-wrong">
        没有收到，或账户填错了？
        <button type="button" className="link" onClick={onAnew}>
          修改后重新提交
        </button>
      </p>
    </form>
  )
}

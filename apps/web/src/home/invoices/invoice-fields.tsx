import type { InvoiceTitle as WireTitle } from '@moqi/api/invoice'
import { checkEmail } from '@moqi/domain/identity/email'
import { type InvoiceKind, type InvoiceTitle, invoiceKindLabels, invoiceKinds } from '@moqi/domain/orders/invoice-title'
import { useState } from 'react'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { TitleChoice } from './title-choice.tsx'

/** What is said of an invoice beside its orders. */
export type InvoiceWish = { titleId: string; invoiceType: InvoiceKind; email: string }

type InvoiceFieldsProps = {
  titles: readonly WireTitle[]
  /** What a new title begins with. */
  begin: InvoiceTitle
  initial: { titleName: string | null; invoiceType: InvoiceKind; email: string }
  /** A person's space is given none but normal invoices. */
  isPerson: boolean
  /** What every invoice is labelled with here. */
  label: string | null
  /** Whether orders are chosen. */
  ready: boolean
  send: (wish: InvoiceWish) => Promise<unknown>
}

/** What goes on the invoice. A refusal stands under its field; one that is about the orders is shown as a warning. */
export function InvoiceFields(props: InvoiceFieldsProps) {
  const { titles, begin, initial, isPerson, label, ready, send } = props
  const [invoiceType, setInvoiceType] = useState(initial.invoiceType)
  const [email, setEmail] = useState(initial.email)
  const [named, setNamed] = useState<string | null>(null)
  const chosen =
    titles.find(({ titleId }) => titleId === named) ??
    titles.find(({ titleName }) => titleName === initial.titleName) ??
    titles[0]
  const { form, faults, show } = useFaults<string>()
  const { busy, submit } = useSubmit<string>({
    show,
    check: () => {
      const address = checkEmail(email)
      return {
        ...(!chosen && { titleId: '请先新增抬头' }),
        ...(!address.ok && { email: address.message }),
      }
    },
    send: () => send({ titleId: chosen?.titleId ?? '', invoiceType, email: email.trim() }),
    read: (thrown) => {
      if (thrown instanceof CallRefusal && typeof thrown.data.field === 'string')
        return { [thrown.data.field]: thrown.message }
      showRefusal(thrown)
      return {}
    },
  })
  return (
    <section className="card invoice-fields" aria-label="发票信息">
      <form ref={form} noValidate onSubmit={submit}>
        {!isPerson && (
          <div>
            <Segmented
              label="发票类型"
              options={invoiceKinds.map((value) => ({ value, label: invoiceKindLabels[value] }))}
              value={invoiceType}
              onChange={setInvoiceType}
            />
            {faults['invoiceType'] && (
              <p className="field-error" role="alert">
                {faults['invoiceType']}
              </p>
            )}
            {invoiceType === 'special' && (
              <p className="small muted">专用发票的抬头和税号须与企业认证信息一致，并填写地址、电话、开户行和账号。</p>
            )}
          </div>
        )}
        <TitleChoice titles={titles} chosen={chosen} begin={begin} error={faults['titleId']} onChoose={setNamed} />
        <Field
          label="邮箱"
          inputMode="email"
          maxLength={100}
          value={email}
          error={faults['email']}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Facts
          className="invoice-facts"
          facts={[
            ['开票项目', '信息技术服务'],
            ['票种', label ?? '数电票，与纸质发票同等效力'],
          ]}
        />
        <Button type="submit" variant="primary" size="l" block busy={busy} disabled={!ready}>
          申请发票
        </Button>
        <p className="small muted">
          {label === null ? '10个工作日内开具。' : '演示环境，提交后即出样票。'}已开票的订单退款前需先红冲。
        </p>
      </form>
    </section>
  )
}

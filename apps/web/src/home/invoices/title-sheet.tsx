import type { InvoiceTitle as WireTitle } from '@moqi/api/invoice'
import { checkTitle, type InvoiceTitle, titleFieldLabels, type TitleField } from '@moqi/domain/orders/invoice-title'
import { call } from '../../client/call.ts'
import { isText, oneOf, record } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { success } from '../../ui/toast-store.ts'
import { rereadInvoices } from './invoice-keys.ts'

type TitleSheetProps = {
  /** The one that is changed; null for a new one. */
  title: WireTitle | null
  /** What a new one begins with. */
  begin: InvoiceTitle
  onDone: (titleId: string) => void
  onClose: () => void
}

const isTitle = record<InvoiceTitle>({
  type: oneOf('person', 'company'),
  name: isText,
  taxNo: isText,
  address: isText,
  phone: isText,
  bank: isText,
  account: isText,
})

/** A title in the domain's words. */
export const titleOf = (title: WireTitle): InvoiceTitle => ({
  type: title.titleType,
  name: title.titleName,
  taxNo: title.taxNo,
  address: title.address,
  phone: title.phone,
  bank: title.bankName,
  account: title.bankAccount,
})

/** As the call names the fields. */
const wireNames: Readonly<Record<TitleField, string>> = {
  name: 'titleName',
  taxNo: 'taxNo',
  address: 'address',
  phone: 'phone',
  bank: 'bankName',
  account: 'bankAccount',
}

function faultsOf(title: InvoiceTitle): Record<string, string> {
  const checked = checkTitle(title)
  return checked.ok ? {} : Object.fromEntries(checked.faults.map(({ field, message }) => [wireNames[field], message]))
}

/** Writes a title down, or changes one. */
export function TitleSheet({ title, begin, onDone, onClose }: TitleSheetProps) {
  const [fields, setFields] = useKept<InvoiceTitle>('invoice-title', isTitle, () => (title ? titleOf(title) : begin))
  const keyOf = useRepeatKey()
  const { form, faultOf, submit, busy } = useSheetForm<string, { titleId: string }>({
    check: () => faultsOf(fields),
    send: async () => {
      const { type, name, taxNo, address, phone, bank, account } = fields
      const written = { titleType: type, titleName: name, taxNo, address, phone, bankName: bank, bankAccount: account }
      const input = { ...written, ...(title && { titleId: title.titleId }) }
      const saved = await call('saveInvoiceTitle', input, { key: keyOf(input) })
      // Before the sheet closes: who goes on at once goes on with it.
      await rereadInvoices()
      return saved
    },
    onDone: ({ titleId }) => {
      success('抬头已保存')
      onDone(titleId)
    },
    otherwise: wireNames.name,
  })
  const input = (field: TitleField) => ({
    value: fields[field],
    error: faultOf(wireNames[field]),
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [field]: event.target.value }),
  })
  return (
    <Sheet
      title={title ? '编辑抬头' : '新增抬头'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={busy} onClick={() => submit()}>
            保存
          </Button>
        </>
      }
    >
      <form ref={form} className="title-form" noValidate onSubmit={submit}>
        <Segmented
          label="抬头类型"
          options={[
            { value: 'company', label: '企业' },
            { value: 'person', label: '个人' },
          ]}
          value={fields.type}
          onChange={(type) => setFields({ ...fields, type })}
        />
        {fields.type === 'person' ? (
          <Field label="抬头" maxLength={60} placeholder="姓名" {...input('name')} />
        ) : (
          <>
            <Field label="抬头" maxLength={120} placeholder="与营业执照一致" {...input('name')} />
            <Field label="税号" maxLength={30} placeholder="18位统一社会信用代码" {...input('taxNo')} />
            <p className="small muted">以下四项开专用发票时必填</p>
            {(['address', 'phone', 'bank', 'account'] as const).map((field) => (
              <Field key={field} label={`${titleFieldLabels[field]}（选填）`} maxLength={120} {...input(field)} />
            ))}
          </>
        )}
        <button hidden type="submit" />
      </form>
    </Sheet>
  )
}

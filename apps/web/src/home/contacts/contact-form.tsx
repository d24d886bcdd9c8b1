import type { Contact } from '@moqi/api/contact'
import {
  checkContact,
  contactLimits,
  contactTypes,
  type ContactField,
  type ContactFields,
  type ContactType,
} from '@moqi/domain/contacts/contact-rules'
import { call } from '../../client/call.ts'
import { isNumber, isText, oneOf, orNull, record } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { success } from '../../ui/toast-store.ts'
import { useSheetForm } from '../settings/use-sheet-form.ts'
import { contactTypeLabels } from './contact-ask.ts'
import { refreshContacts } from './contact-keys.ts'

type ContactFormProps = { contact: Contact | null; type: ContactType; onClose: () => void }

const nothing = { name: '', phone: '', companyName: '', creditCode: '', email: '', remark: '' }

const texts = { name: isText, phone: isText, companyName: isText, creditCode: isText, email: isText, remark: isText }
const isFields = record<ContactFields>({ contactType: oneOf(...contactTypes), ...texts })
/** Whether a contact was kept. */
export const isContact = record<Contact>({
  contactId: isText,
  version: isNumber,
  contactType: oneOf(...contactTypes),
  ...texts,
  useTime: orNull(isNumber),
  useNumber: isNumber,
})

/** Writes a contact down, or changes one. */
export function ContactForm({ contact, type, onClose }: ContactFormProps) {
  const [fields, setFields] = useKept<ContactFields>(
    'contact',
    isFields,
    () => contact ?? { ...nothing, contactType: type },
  )
  const change = (part: Partial<ContactFields>) => setFields({ ...fields, ...part })
  const { form, faultOf, submit, busy } = useSheetForm<ContactField, Contact>({
    check: () =>
      Object.fromEntries(
        checkContact(fields)
          .faults.toReversed()
          .map(({ field, message }) => [field, message]),
      ),
    send: () => {
      const { contactType, name, phone, companyName, creditCode, email, remark } = fields
      const written = { contactType, name, phone, companyName, creditCode, email, remark }
      return call(
        'saveContact',
        contact ? { ...written, contactId: contact.contactId, version: contact.version } : written,
      )
    },
    onDone: () => {
      success(contact ? '联系人已保存' : '联系人已添加')
      void refreshContacts()
      onClose()
    },
    otherwise: 'phone',
  })
  const isCompany = fields.contactType === 'company'
  const input = (field: ContactField) => ({
    value: fields[field],
    error: faultOf(field),
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  })
  return (
    <Sheet
      title={contact ? '编辑联系人' : '新增联系人'}
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
      <form ref={form} className="contact-form" noValidate onSubmit={submit}>
        {!contact && (
          <Segmented
            label="联系人类型"
            options={(['person', 'company'] as const).map((value) => ({ value, label: contactTypeLabels[value] }))}
            value={fields.contactType}
            onChange={(contactType) => change({ contactType })}
          />
        )}
        {isCompany && (
          <>
            <Field label="企业名称" maxLength={120} placeholder="与营业执照一致" {...input('companyName')} />
            <Field label="统一社会信用代码（选填）" maxLength={30} {...input('creditCode')} />
          </>
        )}
        <Field label={isCompany ? '经办人' : '姓名'} maxLength={60} placeholder="真实姓名" {...input('name')} />
        <Field label="手机号" inputMode="tel" maxLength={20} {...input('phone')} />
        <Field label="邮箱（选填）" inputMode="email" maxLength={100} {...input('email')} />
        <TextArea label="备注（选填）" maxLength={contactLimits.remark} {...input('remark')} />
        <button hidden type="submit" />
      </form>
    </Sheet>
  )
}

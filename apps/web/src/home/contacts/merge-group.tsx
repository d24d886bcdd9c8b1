import type { Contact } from '@moqi/api/contact'
import { contactColumns } from '@moqi/domain/contacts/contact-sheet'
import type { ContactField } from '@moqi/domain/contacts/contact-rules'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormFault } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { success } from '../../ui/toast-store.ts'
import { refreshContacts } from '../../kit/contacts/contact-keys.ts'
import { contactName, phoneGroups } from '../../kit/contacts/contact-name.ts'
import { mergedFields, mergedTexts, valuesOf } from './merge-choices.ts'
import './merge-group.css'

type MergeGroupProps = {
  contacts: readonly Contact[]
  lead: string
  skip: ReactNode
  onMerged: () => void
  onClose: () => void
}

/** One group of doubles: who belongs together, and which of their values stay. */
export function MergeGroup({ contacts, lead, skip, onMerged, onClose }: MergeGroupProps) {
  const [left, leave] = useState<readonly string[]>([])
  const [chosen, choose] = useState<Partial<Record<ContactField, string>>>({})
  const together = contacts.filter(({ contactId }) => !left.includes(contactId))
  const texts = mergedTexts(together, chosen)
  const merging = useMutation({
    mutationFn: () =>
      call('mergeContacts', {
        contactArray: together.map(({ contactId, version }) => ({ contactId, version })),
        ...texts,
      }),
    onSuccess: () => {
      success('联系人已合并')
      onMerged()
    },
    onSettled: () => void refreshContacts(),
  })
  const toggle = (contactId: string) =>
    leave(left.includes(contactId) ? left.filter((id) => id !== contactId) : [...left, contactId])
  const open = mergedFields.filter((field) => valuesOf(together, field).length > 1)
  return (
    <Sheet
      title="合并重复联系人"
      width={560}
      onClose={onClose}
      footer={
        <>
          {skip}
          <Button onClick={onClose}>取消</Button>
          <Button
            variant="primary"
            busy={merging.isPending}
            disabled={together.length < 2}
            onClick={() => merging.mutate()}
          >
            合并{together.length}位为1位
          </Button>
        </>
      }
    >
      <div className="merge">
        <p className="muted">{lead}</p>
        <ul className="merge-contacts" aria-label="要合并的联系人">
          {contacts.map((contact) => (
            <li key={contact.contactId}>
              <label className="merge-contact">
                <input
                  type="checkbox"
                  className="checkbox"
                  checked={!left.includes(contact.contactId)}
                  onChange={() => toggle(contact.contactId)}
                />
                <ContactLines contact={contact} />
              </label>
            </li>
          ))}
        </ul>
        {open.map((field) => (
          <FieldChoice
            key={field}
            field={field}
            values={valuesOf(together, field)}
            value={texts[field]}
            onChoose={(value) => choose({ ...chosen, [field]: value })}
          />
        ))}
        {together.length >= 2 && open.length === 0 && <p className="muted">内容没有冲突，合并后全部保留。</p>}
        <FormFault>{merging.error instanceof CallRefusal && merging.error.message}</FormFault>
      </div>
    </Sheet>
  )
}

function ContactLines({ contact }: { contact: Contact }) {
  const { contactType, name, phone, email, remark, useNumber } = contact
  const facts = [
    contactType === 'company' ? name : '',
    phoneGroups(phone),
    email,
    remark,
    useNumber > 0 ? `共 ${useNumber} 份` : '',
  ]
  return (
    <span className="two-lines">
      <b className="clip contact-name">{contactName(contact)}</b>
      <span className="clip">{facts.filter((fact) => fact !== '').join('　')}</span>
    </span>
  )
}

type FieldChoiceProps = {
  field: ContactField
  values: readonly string[]
  value: string
  onChoose: (value: string) => void
}

function FieldChoice({ field, values, value, onChoose }: FieldChoiceProps) {
  const name = useId()
  const label = contactColumns.find((one) => one.field === field)?.label
  return (
    <fieldset className="merge-field">
      <legend>保留哪个{label}</legend>
      {values.map((one) => (
        <label key={one} className="merge-value">
          <input type="radio" name={name} checked={one === value} onChange={() => onChoose(one)} />
          <span>{field === 'phone' ? phoneGroups(one) : one}</span>
        </label>
      ))}
    </fieldset>
  )
}

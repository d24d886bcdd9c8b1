import type { Contact } from '@moqi/api/contact'
import { formatDate } from '@moqi/domain/time/format-date'
import { ListCard } from '../../ui/list-card.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { contactName, phoneGroups } from '../../kit/contacts/contact-name.ts'

type ContactCardProps = {
  contact: Contact
  onLaunch: (contact: Contact) => void
  onEdit: (contact: Contact) => void
  onRemove: (contact: Contact) => void
}

/** A contact on a phone. */
export function ContactCard({ contact, onLaunch, onEdit, onRemove }: ContactCardProps) {
  const { name, phone, companyName, creditCode, email, remark, useTime, useNumber } = contact
  const facts = [
    ...(companyName === '' ? [] : [['经办人', name] as const]),
    ['手机号', phoneGroups(phone)] as const,
    ...(creditCode === '' ? [] : [['代码', creditCode] as const]),
    ...(email === '' ? [] : [['邮箱', email] as const]),
    ...(remark === '' ? [] : [['备注', remark] as const]),
  ]
  return (
    <ListCard
      title={contactName(contact)}
      facts={facts}
      foot={useTime === null ? '尚未发起过' : `${formatDate(useTime, '{y}-{m}-{d}')} 发起　共 ${useNumber} 份`}
      actions={
        <RowActions
          as="buttons"
          nearest={1}
          subject={contactName(contact)}
          actions={[
            { key: 'launch', label: '发起签署', onPress: () => onLaunch(contact) },
            { key: 'edit', label: '编辑', onPress: () => onEdit(contact) },
            { key: 'delete', label: '删除', danger: true, onPress: () => onRemove(contact) },
          ]}
        />
      }
    />
  )
}

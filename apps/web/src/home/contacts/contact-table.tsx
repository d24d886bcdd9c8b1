import type { Contact } from '@moqi/api/contact'
import { contactLimits, type ContactType } from '@moqi/domain/contacts/contact-rules'
import { formatDate } from '@moqi/domain/time/format-date'
import { PlainTable, type PlainColumn } from '../../ui/plain-table.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { contactTypeLabels } from '../../kit/contacts/contact-ask.ts'
import { contactName, phoneGroups } from '../../kit/contacts/contact-name.ts'

type ContactTableProps = {
  type: ContactType
  rows: readonly Contact[]
  chosen: readonly Contact[]
  onChoose: (chosen: readonly Contact[]) => void
  onLaunch: (contact: Contact) => void
  onEdit: (contact: Contact) => void
  onRemove: (contact: Contact) => void
}

const most = contactLimits.deletedAtOnce

/** The address book on a desktop. */
export function ContactTable({ type, rows, chosen, onChoose, onLaunch, onEdit, onRemove }: ContactTableProps) {
  const isChosen = ({ contactId }: Contact) => chosen.some((one) => one.contactId === contactId)
  const others = chosen.filter((one) => rows.every(({ contactId }) => contactId !== one.contactId))
  const all = rows.every(isChosen)
  const toggle = (contact: Contact) =>
    onChoose(
      isChosen(contact) ? chosen.filter(({ contactId }) => contactId !== contact.contactId) : [...chosen, contact],
    )
  const choice: PlainColumn<Contact> = {
    title: '选择',
    width: 56,
    head: (
      <input
        type="checkbox"
        className="checkbox"
        aria-label="选择本页全部联系人"
        checked={all}
        onChange={() => onChoose(all ? others : [...others, ...rows].slice(0, most))}
      />
    ),
    render: (contact) => (
      <input
        type="checkbox"
        className="checkbox"
        aria-label={`选择：${contactName(contact)}`}
        checked={isChosen(contact)}
        disabled={!isChosen(contact) && chosen.length >= most}
        onChange={() => toggle(contact)}
      />
    ),
  }
  const acts: PlainColumn<Contact> = {
    title: '操作',
    width: 184,
    render: (contact) => (
      <RowActions
        nearest={3}
        subject={contactName(contact)}
        actions={[
          { key: 'launch', label: '发起签署', onPress: () => onLaunch(contact) },
          { key: 'edit', label: '编辑', onPress: () => onEdit(contact) },
          { key: 'delete', label: '删除', danger: true, onPress: () => onRemove(contact) },
        ]}
      />
    ),
  }
  return (
    <>
      <h2 id="contacts-title" className="sr">
        {contactTypeLabels[type]}
      </h2>
      <PlainTable
        labelledBy="contacts-title"
        columns={[choice, ...columns[type], acts]}
        rows={rows}
        rowKey={({ contactId }) => contactId}
      />
    </>
  )
}

const none = <span className="muted">—</span>
const text = (value: string) =>
  value === '' ? (
    none
  ) : (
    <span className="clip contact-cell" title={value}>
      {value}
    </span>
  )

const remark: PlainColumn<Contact> = { title: '备注', render: (contact) => text(contact.remark) }
const used: PlainColumn<Contact> = {
  title: '最近发起',
  width: 112,
  render: ({ useTime, useNumber }) =>
    useTime === null ? (
      none
    ) : (
      <span className="until">
        {formatDate(useTime, '{y}-{m}-{d}')}
        <span>共 {useNumber} 份</span>
      </span>
    ),
}

const columns: Record<ContactType, readonly PlainColumn<Contact>[]> = {
  person: [
    {
      title: '姓名',
      width: 192,
      render: ({ name, phone }) => (
        <span className="two-lines" title={name}>
          <b className="clip contact-name">{name}</b>
          <span className="num">{phoneGroups(phone)}</span>
        </span>
      ),
    },
    { title: '邮箱', width: 256, render: (contact) => text(contact.email) },
    remark,
    used,
  ],
  company: [
    {
      title: '企业名称',
      width: 336,
      render: ({ companyName, creditCode }) => (
        <span className="contact-company">
          <SpaceBadge name={companyName} kind="company" size={36} />
          <span className="two-lines" title={companyName}>
            <b className="clip contact-name">{companyName}</b>
            {creditCode !== '' && <span className="num clip">{creditCode}</span>}
          </span>
        </span>
      ),
    },
    {
      title: '经办人',
      width: 176,
      render: ({ name, phone }) => (
        <span className="two-lines" title={name}>
          <span className="clip">{name}</span>
          <span className="num">{phoneGroups(phone)}</span>
        </span>
      ),
    },
    { title: '邮箱', width: 176, render: (contact) => text(contact.email) },
    remark,
    used,
  ],
}

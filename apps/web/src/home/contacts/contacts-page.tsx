import { oneOf, orNull, record } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { askSearch, type ContactAsk, contactTypeLabels, readAsk } from '../../kit/contacts/contact-ask.ts'
import { ContactActs } from './contact-acts.tsx'
import { ContactForm, isContact } from './contact-form.tsx'
import { ContactList } from './contact-list.tsx'
import type { ContactSheet } from './contact-sheet.ts'
import { ImportSheet } from './import-sheet.tsx'
import { MergeSheet } from './merge-sheet.tsx'
import { useContactTotals } from './use-contacts.ts'
import '../../ui/checkbox.css'
import '../../ui/two-lines.css'
import './contacts.css'

/** Only the form holds what was typed. */
const isForm = orNull(record({ is: oneOf('form'), contact: orNull(isContact) }))

/** /user/contact (checklist R40): the person's own address book in the present space. */
export function ContactsPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [sheet, open] = useKept<ContactSheet | null>('sheet', isForm, () => null)
  const ask = readAsk(params)
  const totals = useContactTotals()
  const onAsk = (asked: ContactAsk) => void navigate(`/user/contact${askSearch(asked)}`, { replace: true })
  const close = () => open(null)
  const label = (type: ContactAsk['contactType']) =>
    totals ? `${contactTypeLabels[type]} ${totals[type]}` : contactTypeLabels[type]
  return (
    <>
      <ContactActs onOpen={open} />
      <div className="contacts-bar">
        <Segmented
          label="联系人类型"
          options={[
            { value: 'person', label: label('person') },
            { value: 'company', label: label('company') },
          ]}
          value={ask.contactType}
          onChange={(contactType) => onAsk({ ...ask, contactType })}
        />
        <SearchField
          label="姓名、手机号或企业名称"
          value={ask.keyword}
          onSearch={(keyword) => onAsk({ ...ask, keyword })}
        />
      </div>
      <ContactList key={askSearch(ask)} ask={ask} onAsk={onAsk} onOpen={open} />
      {sheet?.is === 'form' && <ContactForm contact={sheet.contact} type={ask.contactType} onClose={close} />}
      {sheet?.is === 'import' && <ImportSheet onClose={close} />}
      {sheet?.is === 'merge' && <MergeSheet contacts={sheet.contacts} type={ask.contactType} onClose={close} />}
    </>
  )
}

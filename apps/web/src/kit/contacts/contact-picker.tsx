import type { Contact } from '@moqi/api/contact'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { askSearch, contactTypeLabels, everyPerson } from './contact-ask.ts'
import { contactKeys } from './contact-keys.ts'
import { contactName, phoneGroups } from './contact-name.ts'
import '../../ui/two-lines.css'
import '../../ui/checkbox.css'
import './contact-picker.css'

type ContactPickerProps = {
  /** How many may be taken. */
  most: number
  isTaken: (contact: Contact) => boolean
  onTake: (contacts: readonly Contact[]) => void
  onClose: () => void
}

/** Chooses contacts, several at once; what is chosen stays so while one looks for others. */
export function ContactPicker({ most, isTaken, onTake, onClose }: ContactPickerProps) {
  const [contactType, setType] = useState(everyPerson.contactType)
  const [keyword, setKeyword] = useState('')
  const [chosen, choose] = useState<readonly Contact[]>([])
  const isChosen = ({ contactId }: Contact) => chosen.some((one) => one.contactId === contactId)
  const toggle = (contact: Contact) =>
    choose(isChosen(contact) ? chosen.filter((one) => one.contactId !== contact.contactId) : [...chosen, contact])
  const isFull = chosen.length >= most
  return (
    <Sheet
      title="从通讯录选择"
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={() => onTake(chosen)}>
            添加{chosen.length > 0 && `${chosen.length}位`}
          </Button>
        </>
      }
    >
      <div className="picker-bar">
        <Segmented
          label="联系人类型"
          options={(['person', 'company'] as const).map((value) => ({ value, label: contactTypeLabels[value] }))}
          value={contactType}
          onChange={setType}
        />
        <SearchField label="姓名、手机号或企业名称" value={keyword} onSearch={setKeyword} first />
      </div>
      <PickerRows ask={{ contactType, keyword, pageSize: 20 }}>
        {(contact) => (
          <PickerRow
            key={contact.contactId}
            contact={contact}
            taken={isTaken(contact)}
            checked={isChosen(contact)}
            disabled={isFull && !isChosen(contact)}
            onToggle={() => toggle(contact)}
          />
        )}
      </PickerRows>
      <p className="sr" role="status">
        {chosen.length > 0 && `已选${chosen.length}位`}
      </p>
      {isFull && <p className="picker-full">签署方不能超过50个</p>}
    </Sheet>
  )
}

type PickerRowsProps = {
  ask: { contactType: Contact['contactType']; keyword: string; pageSize: 20 }
  children: (contact: Contact) => React.ReactNode
}

function PickerRows({ ask, children }: PickerRowsProps) {
  const list = useInfiniteQuery({
    queryKey: [...contactKeys.all, 'picker', ask.contactType, askSearch(ask)],
    queryFn: ({ signal, pageParam }) => call('listContacts', { ...ask, cursor: pageParam }, { signal, quiet: true }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
    // While one types, the rows found so far stay in their places; another kind of contact starts anew.
    placeholderData: (previous, query) => (query?.queryKey[2] === ask.contactType ? previous : undefined),
  })
  if (list.isError && !list.data) return <LoadingFailed onRetry={() => void list.refetch()} busy={list.isFetching} />
  if (!list.data)
    return (
      <div className="picker-rows" role="status" aria-label="正在加载" aria-busy="true">
        <Skeleton rows={5} height={40} />
      </div>
    )
  const contacts = list.data.pages.flatMap(({ contactArray }) => contactArray)
  if (contacts.length === 0) return <NoneToPick searched={ask.keyword !== ''} />
  return (
    <div className="picker-rows">
      <ul aria-label={contactTypeLabels[ask.contactType]}>{contacts.map(children)}</ul>
      {list.hasNextPage && (
        <Button variant="quiet" block busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          加载更多
        </Button>
      )}
    </div>
  )
}

function NoneToPick({ searched }: { searched: boolean }) {
  if (searched) return <EmptyState title="没有找到符合条件的联系人" />
  return (
    <EmptyState title="暂无联系人" hint="发起签署时，对方会自动存到这里。">
      <Link to="/user/contact" target="_blank" className="btn btn-plain btn-m">
        去通讯录添加
      </Link>
    </EmptyState>
  )
}

type PickerRowProps = { contact: Contact; taken: boolean; checked: boolean; disabled: boolean; onToggle: () => void }

function PickerRow({ contact, taken, checked, disabled, onToggle }: PickerRowProps) {
  const { contactType, name, phone } = contact
  return (
    <li>
      <label className={taken ? 'picker-row taken' : 'picker-row'}>
        <input
          type="checkbox"
          className="checkbox"
          checked={taken || checked}
          disabled={taken || disabled}
          onChange={onToggle}
        />
        <span className="two-lines">
          <span className="clip">{contactName(contact)}</span>
          <span className="clip num">
            {contactType === 'company' && `${name}　`}
            {phoneGroups(phone)}
          </span>
        </span>
        {taken && <span className="small muted">已添加</span>}
      </label>
    </li>
  )
}

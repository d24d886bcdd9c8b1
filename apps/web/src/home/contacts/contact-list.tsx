import type { Contact } from '@moqi/api/contact'
import { contactLimits } from '@moqi/domain/contacts/contact-rules'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { pageSizeOf, usePages } from '../../ui/use-pages.ts'
import { totalText } from '../../kit/list/list-total.ts'
import { type ContactAsk, contactTypeLabels } from '../../kit/contacts/contact-ask.ts'
import { partyOfContact } from '../../kit/contacts/party-of-contact.ts'
import { launchPath } from '../../kit/contract/contract-paths.ts'
import { useLocation, useNavigate } from '../../router/hooks.ts'
import { ContactCard } from './contact-card.tsx'
import { ContactTable } from './contact-table.tsx'
import type { ContactSheet } from './contact-sheet.ts'
import { deleteContacts } from './delete-contacts.ts'
import { useContacts } from './use-contacts.ts'

type ContactListProps = {
  ask: ContactAsk
  onAsk: (ask: ContactAsk) => void
  onOpen: (sheet: ContactSheet) => void
}

/** One page of the address book, as a table or as cards, or why there is none. `key` it by what is asked. */
export function ContactList({ ask, onAsk, onOpen }: ContactListProps) {
  const { cursor, before, previous, nextTo } = usePages()
  const navigate = useNavigate()
  const location = useLocation()
  const [chosen, choose] = useState<readonly Contact[]>([])
  const list = useContacts(ask, cursor)
  const { data, isFetching, isPlaceholderData } = list
  if (list.isError && !data)
    return (
      <div className="card">
        <LoadingFailed onRetry={() => void list.refetch()} busy={isFetching} />
      </div>
    )
  if (!data) return <ContactsWaiting />
  const rows = data.contactArray
  if (rows.length === 0 && before === 0) return <NoContacts ask={ask} onAsk={onAsk} onOpen={onOpen} />
  const next = isPlaceholderData ? null : data.nextCursor
  const launch = (contact: Contact) => {
    const here = location.pathname + location.search
    void navigate(launchPath(here), { state: { party: partyOfContact(contact) } })
  }
  const edit = (contact: Contact) => onOpen({ is: 'form', contact })
  const remove = async (contacts: readonly Contact[]) => {
    if (!(await deleteContacts(contacts))) return
    choose([])
    // The page may have lost its last row.
    if (contacts.length >= rows.length) previous?.()
  }
  const pager = (
    <Pager
      total={totalText({
        total: data.total,
        before: before * ask.pageSize,
        onPage: rows.length,
        more: data.nextCursor !== null,
      })}
      pageSize={ask.pageSize}
      onPageSize={(size) => onAsk({ ...ask, pageSize: pageSizeOf(size) })}
      onPrevious={previous}
      onNext={nextTo(next)}
    />
  )
  return (
    <>
      {chosen.length > 0 && <ChosenBar chosen={chosen} onClear={() => choose([])} onRemove={remove} onOpen={onOpen} />}
      <div className="card contacts from-laptop" aria-busy={isPlaceholderData}>
        <ContactTable
          type={ask.contactType}
          rows={rows}
          chosen={chosen}
          onChoose={choose}
          onLaunch={launch}
          onEdit={edit}
          onRemove={(contact) => void remove([contact])}
        />
        {pager}
      </div>
      <div className="below-laptop" aria-busy={isPlaceholderData}>
        <h2 className="sr">{contactTypeLabels[ask.contactType]}</h2>
        <ul className="contact-cards">
          {rows.map((contact) => (
            <li key={contact.contactId}>
              <ContactCard contact={contact} onLaunch={launch} onEdit={edit} onRemove={(one) => void remove([one])} />
            </li>
          ))}
        </ul>
        {pager}
      </div>
    </>
  )
}

type ChosenBarProps = {
  chosen: readonly Contact[]
  onClear: () => void
  onRemove: (contacts: readonly Contact[]) => Promise<void>
  onOpen: (sheet: ContactSheet) => void
}

function ChosenBar({ chosen, onClear, onRemove, onOpen }: ChosenBarProps) {
  const mergeable = chosen.length > 1 && chosen.length <= contactLimits.mergedAtOnce
  const merge = () => {
    onOpen({ is: 'merge', contacts: chosen })
    onClear()
  }
  return (
    <div className="contacts-chosen from-laptop" role="status">
      <span>已选{chosen.length}位</span>
      {mergeable && (
        <button type="button" className="link" onClick={merge}>
          合并
        </button>
      )}
      <button type="button" className="link danger" onClick={() => void onRemove(chosen)}>
        删除
      </button>
      <button type="button" className="link contacts-clear" onClick={onClear}>
        取消选择
      </button>
    </div>
  )
}

function ContactsWaiting() {
  return (
    <div className="card contacts-wait" role="status" aria-label="正在加载" aria-busy="true">
      <Skeleton rows={6} height={36} />
    </div>
  )
}

function NoContacts({ ask, onAsk, onOpen }: ContactListProps) {
  if (ask.keyword !== '')
    return (
      <div className="card">
        <EmptyState title="没有找到符合条件的联系人">
          <Button onClick={() => onAsk({ ...ask, keyword: '' })}>清除搜索</Button>
        </EmptyState>
      </div>
    )
  return (
    <div className="card">
      <EmptyState title="暂无联系人" hint="发起签署时，对方会自动存到这里，也可以自己添加。">
        <Button onClick={() => onOpen({ is: 'import' })}>
          <Upload size={18} />
          批量导入
        </Button>
      </EmptyState>
    </div>
  )
}

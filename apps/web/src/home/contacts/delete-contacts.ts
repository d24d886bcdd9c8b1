import type { Contact } from '@moqi/api/contact'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { ask } from '../../ui/ask-store.ts'
import { success } from '../../ui/toast-store.ts'
import { refreshContacts } from '../../kit/contacts/contact-keys.ts'
import { contactName } from '../../kit/contacts/contact-name.ts'

/** Deletes contacts once the person has said yes; answers whether they are gone. */
export async function deleteContacts(contacts: readonly Contact[]): Promise<boolean> {
  const [first] = contacts
  if (!first) return false
  const whom = contacts.length === 1 ? `“${contactName(first)}”` : `所选的${contacts.length}位联系人`
  const text = `确定要删除${whom}吗？`
  const detail = '删除后不可恢复，已发起的合同不受影响。'
  if (!(await ask({ title: '提示', text, detail, confirm: '删除', cancel: '取消', tone: 'seal' }))) return false
  try {
    await call('deleteContacts', { contactIdArray: contacts.map(({ contactId }) => contactId) })
    success('联系人已删除')
    return true
  } catch (fault) {
    showRefusal(fault)
    return false
  } finally {
    await refreshContacts()
  }
}

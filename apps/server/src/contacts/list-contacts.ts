import type { Input, Output } from '@moqi/api/call'
import type { contact } from '@moqi/api/contact'
import { searchWord } from '@moqi/domain/contacts/contact-rules'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { contactsOf, type Owner, wireContact } from './contact-store.ts'

type List = typeof contact.listContacts

/** The person's contacts in the current space, the last written or used first, by keyset. */
export async function listContacts(
  { db }: Pick<Deps, 'db'>,
  member: Member,
  input: Input<List>,
): Promise<Output<List>> {
  const cursor = cursorOf(input.cursor)
  const word = searchWord(input.keyword ?? '')
  const [rows, totals] = await db.read(member.tenantId, (tenant) =>
    Promise.all([
      contactsOf(tenant, member)
        .where('contact_type', '=', input.contactType)
        .$if(word !== '', (query) => query.where('search', 'like', `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`))
        .$if(cursor !== null, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('touched_at', 'contact_id'), '<', tuple(cursor?.at ?? 0, cursor?.contactId ?? '')),
          ),
        )
        .orderBy('touched_at', 'desc')
        .orderBy('contact_id', 'desc')
        .limit(input.pageSize + 1)
        .selectAll()
        .execute(),
      totalsOf(tenant, member),
    ]),
  )
  const page = rows.slice(0, input.pageSize)
  const last = page.at(-1)
  const total = input.contactType === 'person' ? totals.personTotal : totals.companyTotal
  return {
    contactArray: page.map(wireContact),
    nextCursor: rows.length > input.pageSize && last ? `${last.touched_at}.${last.contact_id}` : null,
    ...(word === '' && { total }),
    ...totals,
  }
}

/** The counters, which are kept with every change and never counted. */
async function totalsOf(tenant: Db, { tenantId, accountId }: Owner) {
  const rows = await tenant
    .selectFrom('contact_count')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .select(['contact_type', 'number'])
    .execute()
  const totals = new Map(rows.map(({ contact_type, number }) => [contact_type, number]))
  return { personTotal: totals.get('person') ?? 0, companyTotal: totals.get('company') ?? 0 }
}

function cursorOf(cursor: string | null | undefined): { at: number; contactId: string } | null {
  if (!cursor) return null
  const found = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor)
  if (!found?.[2]) throw new Refusal('request/invalid')
  return { at: Number(found[1]), contactId: found[2] }
}

import type { contact } from '@moqi/api/contact'
import { searchWord } from '@moqi/domain/contacts/contact-rules'
import type { Handler } from '#src/platform/handlers.ts'
import type { Db } from '#src/platform/database/database.ts'
import { likeText, pageOf, readCursor } from '#src/platform/keyset.ts'
import { contactsOf, type Owner, wireContact } from './contact-store.ts'

/** The person's contacts in the current space, the last written or used first, by keyset. */
export const listContacts: Handler<typeof contact.listContacts> = async ({ db }, member, input) => {
  const cursor = readCursor(input.cursor)
  const word = likeText(searchWord(input.keyword ?? ''))
  const [rows, totals] = await db.read(member.tenantId, (tenant) =>
    Promise.all([
      contactsOf(tenant, member)
        .where('contact_type', '=', input.contactType)
        .$if(word !== null, (query) => query.where('search', 'like', word))
        .$if(cursor !== null, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('touched_at', 'contact_id'), '<', tuple(cursor?.at ?? 0, cursor?.id ?? '')),
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
  const { page, nextCursor } = pageOf(rows, input.pageSize, (row) => ({ at: row.touched_at, id: row.contact_id }))
  const total = input.contactType === 'person' ? totals.personTotal : totals.companyTotal
  return {
    contactArray: page.map(wireContact),
    nextCursor,
    ...(word === null && { total }),
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

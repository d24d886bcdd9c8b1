import type { Input, Output } from '@moqi/api/call'
import type { contact } from '@moqi/api/contact'
import { contactLimits } from '@moqi/domain/contacts/contact-rules'
import type { Handler } from '#src/platform/handlers.ts'
import type { Db } from '#src/platform/database/database.ts'
import { type ContactRow, contactsOf, type Owner, wireContact } from './contact-store.ts'

type Find = typeof contact.findDoubles
type Asked = Owner & Input<Find>
type Group = Output<Find>['groupArray'][number]
type Reason = Group['reason']

const mostGroups = 50
const mostRows = mostGroups * contactLimits.mergedAtOnce

/** Contacts that may be the same one: with the same phone, or with the same name at the same company. */
export const findDoubles: Handler<Find> = async ({ db }, member, { contactType }) => {
  const { tenantId, accountId } = member
  const [byPhone, byName] = await db.read(tenantId, (tenant) => {
    const asked = { tenantId, accountId, contactType }
    return Promise.all([samePhone(tenant, asked), sameName(tenant, asked)])
  })
  const groupArray = [
    ...groups(byPhone, 'phone', ({ phone }) => phone),
    ...groups(byName, 'name', ({ name, company_name }) => `${name}\n${company_name}`),
  ]
  return { groupArray: groupArray.slice(0, mostGroups) }
}

const ofType = (db: Db, asked: Asked) => contactsOf(db, asked).where('contact_type', '=', asked.contactType)

const samePhone = (tenant: Db, asked: Asked): Promise<ContactRow[]> =>
  ofType(tenant, asked)
    .where(
      'phone',
      'in',
      ofType(tenant, asked)
        .groupBy('phone')
        .having(({ fn }) => fn.countAll(), '>', 1)
        .select('phone'),
    )
    .orderBy('phone')
    .orderBy('touched_at', 'desc')
    .limit(mostRows)
    .selectAll()
    .execute()

/** Those of one phone number are doubles by that already. */
const sameName = (tenant: Db, asked: Asked): Promise<ContactRow[]> =>
  ofType(tenant, asked)
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('name', 'company_name'),
        'in',
        ofType(tenant, asked)
          .groupBy(['name', 'company_name'])
          .having(({ fn }) => fn.count('phone').distinct(), '>', 1)
          .select(['name', 'company_name'])
          .$asTuple('name', 'company_name'),
      ),
    )
    .orderBy('name')
    .orderBy('company_name')
    .orderBy('touched_at', 'desc')
    .limit(mostRows)
    .selectAll()
    .execute()

/** A group that the bound has cut down to one is left for the next time. */
function groups(rows: readonly ContactRow[], reason: Reason, keyOf: (row: ContactRow) => string): Group[] {
  return [...Map.groupBy(rows, keyOf).values()]
    .filter((group) => group.length > 1)
    .map((group) => ({ reason, contactArray: group.slice(0, contactLimits.mergedAtOnce).map(wireContact) }))
}

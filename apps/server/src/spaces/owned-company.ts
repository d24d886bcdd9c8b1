import { Refusal } from '@moqi/domain/refusal'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'

/** The tenant id of a company space that the person owns. Throws `space/not-found`, `space/owner-only`. */
export function ownedCompany(person: Pick<Person, 'spaces'>, tenantId: string): string {
  const space = person.spaces.find((own) => own.tenantId === tenantId && own.kind === 'company')
  if (!space) throw new Refusal('space/not-found')
  if (!space.isOwner) throw new Refusal('space/owner-only')
  return tenantId
}

/** The person's own company space of that name, the authenticated before others. */
export function findOwnCompany(db: Db, accountId: string, name: string) {
  return db
    .selectFrom('membership as m')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('m.account_id', '=', accountId)
    .where('m.is_owner', '=', true)
    .where('s.kind', '=', 'company')
    .where('s.name', '=', name)
    .select(['s.tenant_id', 's.auth_status'])
    .orderBy((eb) => eb.case().when('s.auth_status', '=', 'passAuth').then(0).else(1).end())
    .orderBy('s.created_at')
    .executeTakeFirst()
}

import { sql } from 'kysely'
import { companyClosingLifecycle, rightsWhileClosing } from '@moqi/domain/spaces/company-closing'
import type { GroupHold } from '@moqi/domain/groups/group-rules'
import { type EntryRule, roleKey } from '@moqi/domain/spaces/entry-rule'
import { type Right, rightsIn } from '@moqi/domain/spaces/rights'
import type { Member, OwnSpace } from '#src/platform/actor.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/**
 * Whether a company lets this member in by its identity provider alone. Whom a failing provider must not keep out is
 * one administrator; when that one is none any more, all are, so that no company is ever without.
 */
const providerOnly = sql<boolean>`(s.rescuer_id is not null and not (m.is_owner and (m.account_id = s.rescuer_id
  or not exists (select from membership r where r.tenant_id = s.tenant_id and r.account_id = s.rescuer_id
    and r.is_owner and r.state = 'accepted'))))`

/**
 * The spaces accounts are in, in no order. Asked with every request, so that who is disabled or removed is out at once,
 * and what a role gives holds at once; what few have is asked for beside, since a join costs where there is nothing.
 */
export const spaceRows = (directory: Db) =>
  directory
    .selectFrom('membership as m')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('m.state', '=', 'accepted')
    .select(['m.account_id', 's.tenant_id as space_id', 's.company_id', 's.kind', 's.name', 's.auth_status'])
    .select(['s.will_rule', 's.will_amount', 's.sign_in_code', 's.frozen_reason', 's.entry_rule', 's.group_hold'])
    .select(providerOnly.as('provider_needed'))
    .select(['m.is_owner', 'm.role_id', 'm.created_at as joined_at'])
    .select((eb) =>
      eb
        .selectFrom('company_role as r')
        .whereRef('r.tenant_id', '=', 'm.tenant_id')
        .whereRef('r.role_id', '=', 'm.role_id')
        .select('r.rights')
        .as('rights'),
    )
    .select((eb) =>
      eb
        .selectFrom('company_closing as z')
        .whereRef('z.tenant_id', '=', 'm.tenant_id')
        .where('z.state', '=', companyClosingLifecycle.initial)
        .select('z.closes_at')
        .as('closes_at'),
    )
    .as('own')

/** What is read of a space an account is in; nulls of an account that is in none. */
type OwnRow = {
  space_id: string | null
  company_id: string | null
  kind: OwnSpace['kind'] | null
  name: string | null
  auth_status: OwnSpace['authStatus'] | null
  is_owner: boolean | null
  rights: string[] | null
  will_rule: NonNullable<OwnSpace['willRule']>['when'] | null
  will_amount: number | null
  sign_in_code: string | null
  frozen_reason: string | null
  provider_needed: boolean | null
  entry_rule: EntryRule | null
  group_hold: GroupHold | null
  role_id: string | null
  closes_at: number | null
  joined_at: number | null
  default_tenant_id: string | null
}

/** The default first (checklist C28), companies in the order they were joined, the personal one. */
export const ownSpaces = (rows: readonly OwnRow[]): OwnSpace[] =>
  rows.toSorted(inOrder).flatMap((row) => {
    const { space_id, company_id, kind, name, auth_status, is_owner, rights, will_rule, will_amount } = row
    return space_id && kind && name !== null && auth_status && is_owner !== null
      ? {
          tenantId: space_id,
          companyId: company_id,
          kind,
          name,
          authStatus: auth_status,
          isOwner: is_owner,
          signInCode: row.sign_in_code,
          providerOnly: row.provider_needed === true,
          frozen: row.frozen_reason,
          entry: row.entry_rule,
          groupHold: row.group_hold,
          role: roleKey({ isOwner: is_owner, roleId: row.role_id }),
          willRule: kind === 'company' && will_rule ? { when: will_rule, amount: will_amount } : null,
          closesAt: row.closes_at,
          rights: heldRights(rightsIn({ spaceType: kind, isSpaceOwner: is_owner, roleRights: rights }), row.closes_at),
        }
      : []
  })

const inOrder = (one: OwnRow, other: OwnRow): number =>
  Number(isDefault(other)) - Number(isDefault(one)) ||
  Number(one.kind === 'person') - Number(other.kind === 'person') ||
  (one.joined_at ?? 0) - (other.joined_at ?? 0)

const isDefault = ({ space_id, default_tenant_id }: OwnRow) => space_id !== null && space_id === default_tenant_id

const heldRights = (held: readonly Right[], closesAt: number | null) =>
  closesAt === null ? held : rightsWhileClosing(held)

/** An account as it acts in one of its spaces. */
export type FoundMember = Pick<Member, 'accountId' | 'nickName' | 'phone' | 'tenantId' | 'space' | 'spaces'>

type Place = { accountId: string; tenantId: string }

/** An account in one of its spaces, without a session: on whose behalf a job works. Null when it is there no more. */
export const findMember = ({ db }: Pick<Deps, 'db'>, place: Place): Promise<FoundMember | null> =>
  db.directory((directory) => memberIn(directory, place))

/** The same on a connection of the caller's. */
export async function memberIn(db: Db, { accountId, tenantId }: Place): Promise<FoundMember | null> {
  const rows = await memberRows(db, { accountId })
  const [account] = rows
  const spaces = ownSpaces(rows)
  const space = spaces.find((one) => one.tenantId === tenantId)
  return account && space
    ? { accountId, tenantId, nickName: account.nick_name, phone: account.phone, space, spaces }
    : null
}

const memberRows = compiledOnce((directory, { accountId }: { accountId: string }) =>
  directory
    .selectFrom(spaceRows(directory))
    .innerJoin('account as b', 'b.account_id', 'own.account_id')
    .where('own.account_id', '=', accountId)
    .selectAll('own')
    .select(['b.nick_name', 'b.phone', 'b.default_tenant_id']),
)

import type { companySecurity } from '@moqi/api/company-security'
import { fixedRoles } from '@moqi/domain/spaces/company-groups'
import { type EntryRule, roleKey } from '@moqi/domain/spaces/entry-rule'
import { dayMs, hourMs } from '@moqi/domain/time/civil-date'
import { plainAddress } from '@moqi/domain/identity/address'
import { entryRuleOf, groupHoldOf, hasSecond, isWithin } from '#src/cores/identity/entry-rule.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'

type Calls = typeof companySecurity

/** The company's rules, whom they meet in numbers, and whether the own address is in its networks. */
export const getSecurityRules: Handler<Calls['getSecurityRules']> = async ({ db }, member) => {
  const { tenantId, address } = member
  const found = await db.directory(async (directory) => {
    const rule = await entryRuleOf(directory, tenantId)
    return {
      rule,
      weighed: await weigh(directory, tenantId, rule.second?.roles ?? null),
      hasSecond: await hasSecond(directory, member),
      roles: await rolesOf(directory, tenantId),
      hold: await groupHoldOf(directory, tenantId),
    }
  })
  const applicationNumber = await db.read(tenantId, (own) => applicationsOf(own, tenantId))
  const { rule, weighed, roles } = found
  const { second, network } = rule
  return {
    version: rule.version,
    address: plainAddress(address),
    isInside: isWithin(network.list, address) ? 1 : 0,
    hasSecond: found.hasSecond ? 1 : 0,
    second: {
      isOn: second ? 1 : 0,
      roleArray: second?.roles ? [...second.roles] : null,
      fromTime: second?.from ?? null,
      ...weighed,
      applicationNumber,
    },
    network: {
      isOn: network.isOn ? 1 : 0,
      networkArray: network.list.map((one) => ({ network: one.network, networkName: one.name })),
      withApplications: network.applications ? 1 : 0,
    },
    ...timesOf(rule),
    group: found.hold && {
      groupName: found.hold.groupName,
      secondTime: found.hold.secondFrom,
      longestHours: found.hold.longestMs === null ? null : found.hold.longestMs / hourMs,
    },
    roleArray: roles,
  }
}

const timesOf = ({ session, password }: EntryRule) => ({
  session: {
    idleMinutes: session.idleMs === null ? null : session.idleMs / 60_000,
    longestHours: session.longestMs === null ? null : session.longestMs / hourMs,
  },
  password: { leastLength: password.least, ageDays: password.ageMs === null ? null : password.ageMs / dayMs },
})

/** Whom a second step would be asked of, before it is. */
export const weighSecondStep: Handler<Calls['weighSecondStep']> = async ({ db }, { tenantId }, { roleArray }) => {
  const weighed = await db.directory((directory) => weigh(directory, tenantId, roleArray))
  return { ...weighed, applicationNumber: await db.read(tenantId, (own) => applicationsOf(own, tenantId)) }
}

/** The members of these roles, everybody's for null, and whether a second step stands before each one's account. */
export async function membersOfRoles(directory: Db, tenantId: string, roles: readonly string[] | null) {
  const rows = await directory
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .where('m.tenant_id', '=', tenantId)
    .where('m.state', '=', 'accepted')
    .select(['m.account_id', 'm.is_owner', 'm.role_id', 'a.key_required_at'])
    .execute()
  return rows
    .filter((row) => roles?.includes(roleKey({ isOwner: row.is_owner, roleId: row.role_id })) ?? true)
    .map((row) => ({ accountId: row.account_id, isOwner: row.is_owner, hasSecond: row.key_required_at !== null }))
}

async function weigh(directory: Db, tenantId: string, roles: readonly string[] | null) {
  const meant = await membersOfRoles(directory, tenantId, roles)
  const asked = meant.filter(({ hasSecond: has }) => !has)
  return {
    withNumber: meant.length - asked.length,
    askedNumber: asked.length,
    administratorNumber: asked.filter(({ isOwner }) => isOwner).length,
  }
}

async function applicationsOf(own: Db, tenantId: string): Promise<number> {
  const { number } = await own
    .selectFrom('integration')
    .where('tenant_id', '=', tenantId)
    .where('disabled_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return Number(number)
}

/** The roles of a company as its rules name them, the two that every company has first. */
export async function rolesOf(directory: Db, tenantId: string) {
  const own = await directory
    .selectFrom('company_role')
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at')
    .orderBy('role_id')
    .select(['role_id', 'name'])
    .execute()
  const holders = await directory
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'accepted')
    .groupBy(['is_owner', 'role_id'])
    .select(['is_owner', 'role_id'])
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .execute()
  const numberOf = (key: string) =>
    holders
      .filter((one) => roleKey({ isOwner: one.is_owner, roleId: one.role_id }) === key)
      .reduce((sum, { number }) => sum + Number(number), 0)
  const named = [
    ...Object.entries(fixedRoles),
    ...own.map(({ role_id: roleId, name }): [string, string] => [roleId, name]),
  ]
  return named.map(([key, roleName]) => ({ roleKey: key, roleName, memberNumber: numberOf(key) }))
}

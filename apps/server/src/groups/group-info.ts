import type { Output } from '@moqi/api/call'
import type { companyGroup } from '@moqi/api/company-group'
import { groupInvitationLifecycle, isInvitationOver, mayUrgeInvitation } from '@moqi/domain/groups/group-invitation'
import { groupLimits } from '@moqi/domain/groups/group-rules'
import { companiesOf, groupOf, type GroupRow, pendingOf, rulesOf } from '#src/cores/group/group-store.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { looksAt } from './looks.ts'

type Info = Output<typeof companyGroup.getGroup>
type Group = NonNullable<Info['group']>

/** The group the own company is in, and the invitations it has not answered. */
export const getGroup: Handler<typeof companyGroup.getGroup> = async (deps, { tenantId }) => {
  const found = await deps.db.directory(async (directory) => {
    const group = await groupOf(directory, tenantId)
    return {
      group,
      companies: group ? await companiesOf(directory, group) : [],
      sent: group?.lead_tenant_id === tenantId ? await pendingOf(directory, group.group_id) : [],
      invitationArray: await received(directory, tenantId, deps.now()),
    }
  })
  const { group, companies, sent, invitationArray } = found
  if (!group) return { group: null, invitationArray }
  const at = deps.now()
  const isLead = group.lead_tenant_id === tenantId
  const own = companies.find((one) => one.tenant_id === tenantId)
  return {
    group: {
      groupId: group.group_id,
      groupName: group.name,
      leadName: companies[0]?.name ?? '',
      isLead: isLead ? 1 : 0,
      version: group.version,
      foundTime: group.founded_at,
      joinTime: group.joined_at,
      companyNumber: companies.length,
      rules: wireRules(group),
      secondTime: own?.group_hold?.secondFrom ?? null,
      lookArray: await lookArray(deps, group, isLead ? companies.slice(1) : own ? [own] : []),
      sentArray: sent.map((row) => sentRow(row, at)),
    },
    invitationArray,
  }
}

const sentRow = (row: Awaited<ReturnType<typeof pendingOf>>[number], at: number): Group['sentArray'][number] => {
  const times = { expiresAt: row.expires_at, urgedAt: row.urged_at }
  return {
    invitationId: row.invitation_id,
    companyName: row.name,
    creditCode: row.credit_code ?? '',
    sentTime: row.sent_at,
    endTime: row.expires_at,
    isOver: isInvitationOver(times, at) ? 1 : 0,
    mayUrge: mayUrgeInvitation(times, at) ? 1 : 0,
  }
}

function wireRules(group: GroupRow): Group['rules'] {
  const { graceDays, longestHours } = rulesOf(group)
  return {
    graceDays: groupLimits.graceDays.find((days) => days === graceDays) ?? null,
    longestHours: groupLimits.longestHours.find((hours) => hours === longestHours) ?? null,
  }
}

/** Each company is asked for its own lines, one after the other. */
async function lookArray(
  { db, now }: Deps,
  { group_id: groupId }: GroupRow,
  companies: readonly { tenant_id: string; name: string }[],
): Promise<Group['lookArray']> {
  const looks: Group['lookArray'] = []
  for (const { tenant_id: tenantId, name: companyName } of companies) {
    const rows = await db.read(tenantId, (tenant) => looksAt(tenant, { tenantId, groupId, at: now() }))
    looks.push(...rows.map((row) => ({ companyName, ...row })))
  }
  return looks
}

async function received(directory: Db, tenantId: string, at: number): Promise<Info['invitationArray']> {
  const rows = await directory
    .selectFrom('group_invitation as i')
    .innerJoin('company_group as g', 'g.group_id', 'i.group_id')
    .innerJoin('space as s', 's.tenant_id', 'g.lead_tenant_id')
    .where('i.tenant_id', '=', tenantId)
    .where('i.state', '=', groupInvitationLifecycle.initial)
    .where('i.expires_at', '>', at)
    .orderBy('i.sent_at', 'desc')
    .orderBy('i.invitation_id')
    .selectAll('g')
    .select(['i.invitation_id', 'i.who', 'i.sent_at', 'i.expires_at', 's.name as lead_name', 's.credit_code'])
    .select((eb) =>
      eb
        .selectFrom('group_company as c')
        .whereRef('c.group_id', '=', 'g.group_id')
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .as('companies'),
    )
    .execute()
  return rows.map((row) => ({
    invitationId: row.invitation_id,
    groupName: row.name,
    leadName: row.lead_name,
    leadCreditCode: row.credit_code ?? '',
    inviterName: row.who,
    sentTime: row.sent_at,
    endTime: row.expires_at,
    companyNumber: Number(row.companies),
    version: row.version,
    rules: wireRules(row),
  }))
}

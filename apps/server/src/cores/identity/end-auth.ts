import { type AuthEnd, authEndText, endCauses, isCompromised } from '@moqi/domain/operators/auth-ending'
import { Refusal } from '@moqi/domain/refusal'
import { revokeSeals } from '#src/cores/seal/revoke-seals.ts'
import { retireCertificates } from '#src/platform/authority/retire-certificates.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { failCompanyAndTell } from './company-verdict.ts'
import { moveCompanyAuth, movePersonAuth } from './move-auth.ts'
import { settlePersonAuth } from './person-auth.ts'

type Ending = Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>
type Ended = { tenantId: string; endingId: string; end: AuthEnd }

const unauthenticated = '该空间没有生效的实名认证，不能终止，请刷新后查看'
const running = '个人实名认证已被平台终止'

/**
 * Ends the authentication of a company or a person by the platform's word (domain 5.6): certificates and seals are
 * revoked, what is under way to change it fails, contracts under way hear of it by a job, and whoever belongs to the
 * space is told. What it has stays readable. Runs in the tenant. Throws `space/auth-changed` for one that is not
 * authenticated.
 */
export async function endAuth(deps: Ending, tx: Db, { tenantId, endingId, end }: Ended): Promise<void> {
  const at = deps.now()
  const space = await tx
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select(['kind', 'name', 'auth_status'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { kind, name, auth_status: authStatus } = space
  if (authStatus !== 'passAuth') throw new Refusal('space/auth-changed', { message: unauthenticated })
  const members = await membersOf(tx, tenantId)
  if (kind === 'person') await stopPerson(deps, tx, { tenantId, members, name })
  const move = kind === 'company' ? moveCompanyAuth : movePersonAuth
  const status = await move(tx, { tenantId, authStatus }, ['lapse'], {
    reject_reason: authEndText(end),
    auth_until: null,
    auth_told_at: null,
    auth_end: JSON.stringify({ ...end, endingId, at }),
  })
  await retireCertificates(tx, tenantId, at, isCompromised(end.cause) ? 'keyCompromise' : 'cessationOfOperation')
  await revokeSeals(deps, tx, null, { tenantId, reason: `实名认证终止（${endCauses[end.cause]}）` })
  await tx
    .updateTable('auth_ending')
    .set({ ended_at: at })
    .where('tenant_id', '=', tenantId)
    .where('ending_id', '=', endingId)
    .execute()
  await enqueue(tx, 'endPartyAuths', { tenantId, who: name, endedAt: at })
  const facts = { company: kind === 'company' ? name : null, end, phone: deps.config.supportPhone }
  for (const accountId of members) {
    await notify(deps, tx, { kind: 'authEnded', to: { accountId, tenantId }, facts })
    tellAuth(tx, { tenantId, accountId }, status)
  }
}

async function membersOf(tx: Db, tenantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'accepted')
    .select('account_id')
    .execute()
  return rows.map(({ account_id }) => account_id)
}

type Stopped = { tenantId: string; members: readonly string[]; name: string }

/** A change of details, and companies that wait for this person; those that know one as a member hear of it. */
async function stopPerson(deps: Ending, tx: Db, { tenantId, members, name }: Stopped): Promise<void> {
  const changes = await tx
    .selectFrom('person_auth')
    .where('tenant_id', '=', tenantId)
    .where('ended_at', 'is', null)
    .selectAll()
    .forUpdate()
    .execute()
  for (const row of changes) await settlePersonAuth(deps, tx, row, running)
  const companies = await tx
    .selectFrom('company_auth')
    .where('account_id', 'in', members)
    .where('ended_at', 'is', null)
    .selectAll()
    .forUpdate()
    .execute()
  for (const row of companies) await failCompanyAndTell(deps, tx, row, `办理人的${running}`)
  const colleagues = await tx
    .selectFrom('membership as own')
    .innerJoin('space as s', 's.tenant_id', 'own.tenant_id')
    .innerJoin('membership as m', 'm.tenant_id', 's.tenant_id')
    .where('own.account_id', 'in', members)
    .where('s.kind', '=', 'company')
    .where('m.is_owner', '=', true)
    .where('m.state', '=', 'accepted')
    .where('m.account_id', 'not in', members)
    .select(['m.account_id', 's.tenant_id', 's.name'])
    .execute()
  for (const { account_id: accountId, tenant_id, name: company } of colleagues) {
    const to = { accountId, tenantId: tenant_id }
    await notify(deps, tx, { kind: 'memberAuthEnded', to, facts: { company, name } })
  }
}

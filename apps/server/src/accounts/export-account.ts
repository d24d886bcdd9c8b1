import { openSpaces } from '#src/cores/identity/open-spaces.ts'
import type { Person } from '#src/platform/actor.ts'
import type { BlobAnswer } from '#src/platform/handlers.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { hash } from 'node:crypto'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'

const mostContracts = 10_000

/** Everything the platform knows of the person, in a form another program can read; no key, no hash of a secret. */
export async function exportAccount(deps: Pick<Deps, 'db' | 'now'>, person: Person): Promise<BlobAnswer> {
  const spaces = []
  for (const { tenantId, name, kind, authStatus, isOwner } of openSpaces(person)) {
    const own = await deps.db.read(tenantId, (tenant) => ofSpace(tenant, tenantId, person.accountId))
    spaces.push({ tenantId, name, kind, authStatus, role: roleOf(kind, isOwner), ...own })
  }
  const content = {
    exportTime: formatDate(deps.now()),
    account: await deps.db.directory((directory) => ofAccount(directory, person)),
    spaces,
  }
  // Not as JSON: a client takes that for a refusal (checklist C0.8).
  const bytes = Buffer.from(JSON.stringify(content, null, 2))
  const { year, month, day } = shanghaiDate(deps.now())
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('')
  return {
    bytes,
    type: 'application/octet-stream',
    etag: hash('sha256', bytes),
    fileName: `我的数据-${date}.json`,
  }
}

const roleOf = (kind: 'person' | 'company', isOwner: boolean) => {
  if (kind === 'person') return '个人'
  return isOwner ? '管理员' : '经办人'
}

async function ofAccount(directory: Db, { accountId, phone }: Person) {
  const account = await directory
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select(['user_name', 'phone', 'email', 'nick_name', 'created_at', 'password_changed_at', 'pin_set_at'])
    .executeTakeFirstOrThrow()
  const consents = await directory.selectFrom('consent').where('account_id', '=', accountId).selectAll().execute()
  const signIns = await directory
    .selectFrom('sign_in_log')
    .where('account_id', '=', accountId)
    .select(['at', 'method', 'result', 'address', 'user_agent'])
    .orderBy('at', 'desc')
    .limit(mostContracts)
    .execute()
  const sessions = await directory
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .select(['created_at', 'seen_at', 'address', 'user_agent'])
    .execute()
  const messages = await directory
    .selectFrom('message')
    .where('recipient', 'in', [phone, account.email ?? phone])
    .select(['channel', 'recipient', 'scene', 'state', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(mostContracts)
    .execute()
  const keys = await directory
    .selectFrom('passkey')
    .where('account_id', '=', accountId)
    .select(['name', 'synced', 'created_at', 'used_at'])
    .execute()
  const certificateKeys = await directory
    .selectFrom('certificate_key')
    .where('account_id', '=', accountId)
    .select(['fingerprint', 'name', 'created_at', 'used_at'])
    .execute()
  return { ...account, keys, certificateKeys, consents, signIns, sessions, messages }
}

async function ofSpace(tenant: Db, tenantId: string, accountId: string) {
  const contracts = await tenant
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .select(['contract_no', 'subject', 'contract_state', 'initiator_name', 'party_names', 'created_at', 'finished_at'])
    .orderBy('created_at', 'desc')
    .limit(mostContracts)
    .execute()
  const seals = await tenant
    .selectFrom('seal')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .select(['name', 'kind', 'status', 'created_at'])
    .execute()
  const contacts = await tenant
    .selectFrom('contact')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .select(['name', 'phone', 'company_name', 'credit_code', 'email', 'remark'])
    .limit(mostContracts)
    .execute()
  return { contracts, seals, contacts }
}

import type { NoticeFacts } from '@moqi/domain/messages/notice-facts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { tell } from '#src/platform/live/live-event.ts'
import { notify } from '#src/platform/messages/notify.ts'
import type { GrantRequestRow } from './grant-requests.ts'

type Telling = Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>
type Asked = Pick<GrantRequestRow, 'tenant_id' | 'account_id' | 'contract_id' | 'sign_id' | 'subject' | 'contract_no'>

/**
 * Tells whoever asked for a seal what came of it, and has the contract's page read anew: what may be done there is
 * different. Runs in the company's tenant.
 */
export async function tellAsker(
  deps: Telling,
  tx: Db,
  asked: Asked,
  what: { seal: string } & (
    | { kind: 'grantAnswered'; name: string; reason: string | null }
    | { kind: 'grantInForce'; once: string }
  ),
): Promise<void> {
  const { tenant_id: tenantId, account_id: accountId, sign_id: signId } = asked
  const to = { accountId, tenantId }
  const facts = { seal: what.seal, title: asked.subject, contractNo: asked.contract_no, signId }
  if (what.kind === 'grantInForce') await notify(deps, tx, { kind: what.kind, to, facts, once: what.once })
  else {
    const answered: NoticeFacts['grantAnswered'] = Object.assign(facts, { name: what.name, reason: what.reason })
    await notify(deps, tx, { kind: what.kind, to, facts: answered })
  }
  await rereadRow(tx, asked)
}

async function rereadRow(tx: Db, { tenant_id: tenantId, account_id: accountId, contract_id: contractId }: Asked) {
  const row = await tx
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('contract_id', '=', contractId)
    .select(['sign_id', 'row_status'])
    .executeTakeFirst()
  if (!row) return
  tell(tx, { about: 'row', tenantId, accountId, contractId, signId: row.sign_id, status: row.row_status })
}

/** Tells those who asked for a seal that what they were granted holds: they go on where they were. */
export async function tellGranted(
  deps: Telling,
  tx: Db,
  { tenantId, grantId, seal }: { tenantId: string; grantId: string; seal: string },
): Promise<void> {
  for (const one of await askedFor(tx, tenantId, grantId)) {
    await tellAsker(deps, tx, one, { kind: 'grantInForce', seal, once: `granted ${grantId}` })
  }
}

/** Has the pages of those who asked for a grant read anew, as its letter is there to be signed. */
export async function rereadAsked(tx: Db, { tenantId, grantId }: { tenantId: string; grantId: string }): Promise<void> {
  for (const one of await askedFor(tx, tenantId, grantId)) await rereadRow(tx, one)
}

const askedFor = (tx: Db, tenantId: string, grantId: string): Promise<Asked[]> =>
  tx
    .selectFrom('grant_request')
    .where('tenant_id', '=', tenantId)
    .where('grant_id', '=', grantId)
    .select(['tenant_id', 'account_id', 'contract_id', 'sign_id', 'subject', 'contract_no'])
    .execute()

import { maskName } from '@moqi/domain/identity/person-name'
import type { NoticeFacts } from '@moqi/domain/messages/notice-facts'
import { administratorsOf } from '#src/cores/seal/tell-seal-changed.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'

type Telling = Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>
type Told =
  | { kind: 'joinAsked'; facts: NoticeFacts['joinAsked'] }
  | { kind: 'appealed'; facts: NoticeFacts['appealed'] }
  /** `by`: the account whose appeal it was. */
  | { kind: 'appealOver'; by: string }

/** Tells those who administer a company. */
export async function tellAdministrators(deps: Telling, tx: Db, tenantId: string, told: Told): Promise<void> {
  const over = told.kind === 'appealOver' ? await overOf(tx, tenantId, told.by) : null
  for (const accountId of await administratorsOf(tx, tenantId)) {
    const to = { accountId, tenantId }
    if (told.kind === 'joinAsked') await notify(deps, tx, { kind: told.kind, to, facts: told.facts })
    if (told.kind === 'appealed') await notify(deps, tx, { kind: told.kind, to, facts: told.facts })
    if (over) await notify(deps, tx, { kind: 'appealOver', to, facts: over })
  }
}

async function overOf(tx: Db, tenantId: string, accountId: string): Promise<NoticeFacts['appealOver']> {
  const { name } = await tx
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select('name')
    .executeTakeFirstOrThrow()
  const { nick_name } = await tx
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select('nick_name')
    .executeTakeFirstOrThrow()
  return { company: name, name: maskName(nick_name) }
}

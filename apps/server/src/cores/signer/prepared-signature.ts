import type { ExternalSignatureState } from '@moqi/signing/append/two-step'
import { accountLimits } from '@moqi/domain/account/limits'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { seal, unseal } from '#src/platform/keys/sealed.ts'
import type { PreparedFile } from './own-key.ts'
import type { Signer } from './signer.ts'
import type { SigningIntent } from './signing-intent.ts'

/** What waits for the token's answer: an intent, the files as they were prepared for it, and the key by fingerprint. */
export type PreparedSignature = { intent: SigningIntent; files: PreparedFile[]; fingerprint: string }

type Keyed = Pick<Deps, 'derivationKey'>
type Holder = Pick<Signer, 'accountId' | 'tenantId'>

const keyOf = ({ derivationKey }: Keyed) => derived(derivationKey, 'prepared signature')
const purposeOf = ({ accountId, tenantId }: Holder, preparedId: string) => `${accountId} ${tenantId} ${preparedId}`

/** Keeps it, sealed, as long as a proof of will lives; what of the account's has ended goes. */
export async function keepPrepared(
  deps: Keyed & Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  holder: Holder,
  prepared: PreparedSignature,
): Promise<{ preparedId: string; expireTime: number }> {
  const preparedId = deps.newId()
  const expireTime = deps.now() + accountLimits.willToken.lifeMs
  await tx
    .deleteFrom('prepared_signature')
    .where('account_id', '=', holder.accountId)
    .where('expires_at', '<', deps.now())
    .execute()
  await tx
    .insertInto('prepared_signature')
    .values({
      prepared_id: preparedId,
      account_id: holder.accountId,
      sealed: seal(keyOf(deps), purposeOf(holder, preparedId), Buffer.from(JSON.stringify(prepared))),
      expires_at: expireTime,
    })
    .execute()
  return { preparedId, expireTime }
}

/** What was kept for that person in that space; throws `account/key-wrong` when there is none, or not any more. */
export async function openPrepared(
  deps: Keyed & Pick<Deps, 'now'>,
  db: Db,
  holder: Holder,
  preparedId: string,
): Promise<PreparedSignature> {
  const row = await db
    .selectFrom('prepared_signature')
    .where('prepared_id', '=', preparedId)
    .where('account_id', '=', holder.accountId)
    .where('expires_at', '>=', deps.now())
    .select('sealed')
    .executeTakeFirst()
  if (!row) throw new Refusal('account/key-wrong')
  // Sealed by us: what it says is what was kept.
  const opened: PreparedJson = JSON.parse(unseal(keyOf(deps), purposeOf(holder, preparedId), row.sealed).toString())
  return { intent: opened.intent, files: opened.files, fingerprint: opened.fingerprint }
}

type PreparedJson = {
  intent: SigningIntent
  files: { fileId: string; state: ExternalSignatureState }[]
  fingerprint: string
}

/** Uses it up, in the signature's transaction: it completes one signature. */
export async function spendPrepared(
  tx: Db,
  { accountId }: Pick<Holder, 'accountId'>,
  preparedId: string,
): Promise<void> {
  const spent = await tx
    .deleteFrom('prepared_signature')
    .where('prepared_id', '=', preparedId)
    .where('account_id', '=', accountId)
    .returning('prepared_id')
    .execute()
  if (spent.length !== 1) throw new Refusal('account/key-wrong')
}

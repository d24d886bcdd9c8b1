import { createHmac } from 'node:crypto'
import { Refusal } from '@moqi/domain/refusal'
import { handwritingLifecycle, type HandwritingState } from '@moqi/domain/seals/handwriting-lifecycle'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { seal, unseal } from '#src/platform/keys/sealed.ts'
import { tell } from '#src/platform/live/live-event.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Where the link that a phone is shown leads. */
    handwriting_ticket: { ticket_hash: Buffer; tenant_id: string; handwriting_id: string; expires_at: number }
    /** A signature that an account asks of a phone; the picture is sealed. */
    handwriting: {
      tenant_id: string
      handwriting_id: string
      account_id: string
      /** Whose signature it is to be. */
      signer_name: string
      state: HandwritingState
      sealed_image: Buffer | null
      expires_at: number
    }
  }
}

/** A signature that is asked of a phone. */
export type Handwriting = Selectable<Schema['handwriting']>
type Place = Pick<Handwriting, 'tenant_id' | 'handwriting_id'>

/** How the database knows a ticket: whoever reads the table can neither use nor find one by trying. */
export const ticketHash = ({ derivationKey }: Pick<Deps, 'derivationKey'>, ticket: string): Buffer =>
  createHmac('sha256', derived(derivationKey, 'handwriting ticket')).update(ticket).digest()

/**
 * The signature that a phone's ticket leads to, locked, in a transaction of its tenant. Throws `handwriting/dead` for a
 * ticket that never was and for one that is over, alike.
 */
export async function withTicket<T>(
  deps: Pick<Deps, 'db' | 'derivationKey' | 'now'>,
  ticket: string,
  work: (tx: Db, handwriting: Handwriting) => Promise<T>,
): Promise<T> {
  const place = await deps.db.directory((directory) =>
    directory
      .selectFrom('handwriting_ticket')
      .where('ticket_hash', '=', ticketHash(deps, ticket))
      .select(['tenant_id', 'handwriting_id'])
      .executeTakeFirst(),
  )
  if (!place) throw new Refusal('handwriting/dead')
  return deps.db.write(place.tenant_id, async (tx) => {
    const found = await rowOf(tx, place).forUpdate().executeTakeFirst()
    if (!found || stateAt(found, deps.now()) === 'expired') throw new Refusal('handwriting/dead')
    return work(tx, found)
  })
}

/** The signature that the account itself asked for. Throws `handwriting/dead` for everybody else's and for none. */
export async function ownHandwriting(
  db: Db,
  { tenantId, accountId }: { tenantId: string; accountId: string },
  handwritingId: string,
): Promise<Handwriting> {
  const found = await rowOf(db, { tenant_id: tenantId, handwriting_id: handwritingId })
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!found) throw new Refusal('handwriting/dead')
  return found
}

const rowOf = (db: Db, { tenant_id, handwriting_id }: Place) =>
  db
    .selectFrom('handwriting')
    .where('tenant_id', '=', tenant_id)
    .where('handwriting_id', '=', handwriting_id)
    .selectAll()

/** Its state at that moment: nobody comes by to write down that its time is over. */
export function stateAt({ state, expires_at }: Handwriting, at: number): HandwritingState {
  return handwritingLifecycle.can(state, 'expire') && expires_at <= at
    ? handwritingLifecycle.after(state, 'expire')
    : state
}

/** Writes the state that an event leads to and tells the pages of who asked for it. */
export async function moveHandwriting(
  tx: Db,
  { tenant_id, handwriting_id, account_id }: Handwriting,
  changed: { state: HandwritingState; sealed_image?: Buffer },
): Promise<void> {
  await tx
    .updateTable('handwriting')
    .set(changed)
    .where('tenant_id', '=', tenant_id)
    .where('handwriting_id', '=', handwriting_id)
    .execute()
  tell(tx, {
    about: 'handwriting',
    tenantId: tenant_id,
    accountId: account_id,
    handwritingId: handwriting_id,
    state: changed.state,
  })
}

/** Encrypts a submitted picture, bound to what it was asked for. */
export const encryptImage = (deps: Pick<Deps, 'derivationKey'>, row: Handwriting, png: Buffer): Buffer =>
  seal(keyOf(deps), purposeOf(row), png)

/** The submitted picture, a PNG; null when there is none. */
export const decryptImage = (deps: Pick<Deps, 'derivationKey'>, row: Handwriting): Buffer | null =>
  row.sealed_image && unseal(keyOf(deps), purposeOf(row), row.sealed_image)

const keyOf = ({ derivationKey }: Pick<Deps, 'derivationKey'>) => derived(derivationKey, 'handwriting image')
const purposeOf = ({ tenant_id, account_id, handwriting_id }: Handwriting) =>
  `${tenant_id} ${account_id} ${handwriting_id}`

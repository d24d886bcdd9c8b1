import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { faceLifecycle, type FaceState } from '@moqi/domain/identity/face-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import type { Generated, Selectable, Updateable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { seal, unseal } from '#src/platform/keys/sealed.ts'
import { tell } from '#src/platform/live/live-event.ts'
import { isUuid } from '#src/platform/uuid.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Where the link that a phone is shown leads. */
    face_ticket: { ticket_hash: Buffer; tenant_id: string; face_id: string; expires_at: number }
    /** A face verification that an account asks of a phone. */
    face_verification: {
      tenant_id: string
      face_id: string
      account_id: string
      state: FaceState
      /** Name and identity number, under a key that the link is a part of; null once they are needed no more. */
      sealed_person: Buffer | null
      /** Which phone scanned first: a hash of what it alone has. */
      phone_hash: Buffer | null
      device: string | null
      scanned_at: number | null
      /** Of somebody who is authenticated, and takes another name or number. */
      is_change: Generated<boolean>
      /** The authentication that was begun last, its name at the gateway, and where the phone goes, sealed likewise. */
      auth_id: string | null
      gateway_id: string | null
      sealed_address: Buffer | null
      reason: string | null
      expires_at: number
    }
  }
}

/** A face verification that is asked of a phone. */
export type FaceRow = Selectable<Schema['face_verification']>
type Place = Pick<FaceRow, 'tenant_id' | 'face_id'>
type Own = { tenantId: string; accountId: string }

/** What is forgotten when nobody can begin it again. */
export const forgotten = { sealed_person: null, sealed_address: null, gateway_id: null } as const

type Keys = Pick<Deps, 'derivationKey'>

/** How the database knows a ticket: whoever reads the table can neither use nor find one by trying. */
export const ticketHash = ({ derivationKey }: Keys, ticket: string): Buffer =>
  createHmac('sha256', derived(derivationKey, 'face ticket')).update(ticket).digest()

/** Needs both the platform's key and the link, which no table has. */
const ticketKey = ({ derivationKey }: Keys, ticket: string) => derived(derived(derivationKey, 'face person'), ticket)

/** Encrypts what only the link's holder may have opened, for this verification alone. */
export const sealFor = (keys: Keys, ticket: string, faceId: string, secret: string): Buffer =>
  seal(ticketKey(keys, ticket), faceId, Buffer.from(secret))

const Whose = z.object({ realName: z.string(), idNumber: z.string() })
/** Whose face it is to be. */
export type Whose = z.infer<typeof Whose>

/** The reverse of `sealFor`, of an address. */
export const openAddress = (keys: Keys, ticket: string, { face_id, sealed_address }: FaceRow): string | null =>
  sealed_address && unseal(ticketKey(keys, ticket), face_id, sealed_address).toString()

/** The same of whose face it is. Throws `face/dead` when that is forgotten. */
export function openWhose(keys: Keys, ticket: string, { face_id, sealed_person }: FaceRow): Whose {
  if (!sealed_person) throw new Refusal('face/dead')
  return Whose.parse(JSON.parse(unseal(ticketKey(keys, ticket), face_id, sealed_person).toString()))
}

/** How the row knows the phone. */
export const phoneHash = (phoneKey: string): Buffer => hash('sha256', phoneKey, 'buffer')

/** Throws `face/used` for any other phone than the one that scanned first. */
export function requirePhone({ phone_hash }: FaceRow, phoneKey: string): void {
  if (phone_hash && !timingSafeEqual(phone_hash, phoneHash(phoneKey))) throw new Refusal('face/used')
}

/**
 * The verification that a phone's ticket leads to, locked, in a transaction of its tenant. Throws `face/dead` for a
 * ticket that never was and for one that is over, alike; `face/changed` once it has passed.
 */
export async function withFaceTicket<T>(
  deps: Pick<Deps, 'db' | 'derivationKey' | 'now'>,
  ticket: string,
  work: (tx: Db, row: FaceRow) => Promise<T>,
): Promise<T> {
  const place = await deps.db.directory((directory) =>
    directory
      .selectFrom('face_ticket')
      .where('ticket_hash', '=', ticketHash(deps, ticket))
      .select(['tenant_id', 'face_id'])
      .executeTakeFirst(),
  )
  if (!place) throw new Refusal('face/dead')
  return deps.db.write(place.tenant_id, async (tx) => {
    const found = await faceOf(tx, place)
    if (found?.state === 'passed') throw new Refusal('face/changed')
    if (!found || found.expires_at <= deps.now() || faceLifecycle.isEnd(found.state)) throw new Refusal('face/dead')
    return work(tx, found)
  })
}

/** A verification, locked; undefined when there is none. */
export const faceOf = (tx: Db, { tenant_id, face_id }: Place): Promise<FaceRow | undefined> =>
  tx
    .selectFrom('face_verification')
    .where('tenant_id', '=', tenant_id)
    .where('face_id', '=', face_id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

/** The one that the account itself asked for. Throws `face/dead` for everybody else's and for none. */
export async function ownFace(db: Db, { tenantId, accountId }: Own, faceId: string): Promise<FaceRow> {
  const found = isUuid(faceId)
    ? await db
        .selectFrom('face_verification')
        .where('tenant_id', '=', tenantId)
        .where('face_id', '=', faceId)
        .where('account_id', '=', accountId)
        .selectAll()
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('face/dead')
  return found
}

/** The account's own that runs. Throws `face/dead` where none does. */
export async function runningFace(db: Db, { tenantId, accountId }: Own): Promise<FaceRow> {
  const found = await db
    .selectFrom('face_verification')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('state', '=', 'running')
    .selectAll()
    .executeTakeFirst()
  if (!found) throw new Refusal('face/dead')
  return found
}

/** The one whose newest authentication has that id, whatever its space. Throws `face/dead` for an older one's. */
export async function faceByAuth(deps: Pick<Deps, 'db'>, authId: string): Promise<FaceRow> {
  if (!isUuid(authId)) throw new Refusal('face/dead')
  const place = await deps.db.directory((directory) =>
    directory.selectFrom('person_auth').where('auth_id', '=', authId).select('tenant_id').executeTakeFirst(),
  )
  if (!place) throw new Refusal('face/dead')
  const found = await deps.db.read(place.tenant_id, (own) =>
    own
      .selectFrom('face_verification')
      .where('tenant_id', '=', place.tenant_id)
      .where('auth_id', '=', authId)
      .selectAll()
      .executeTakeFirst(),
  )
  if (!found) throw new Refusal('face/dead')
  return found
}

/** Its state at that moment: nobody comes by to write down that its time is over. One that runs, the gateway ends. */
export const stateAt = ({ state, expires_at }: FaceRow, at: number): FaceState =>
  state !== 'running' && faceLifecycle.can(state, 'expire') && expires_at <= at
    ? faceLifecycle.after(state, 'expire')
    : state

/** Writes the state that an event leads to and tells the pages of who asked for it. Answers the row as it is now. */
export async function moveFace(
  tx: Db,
  { tenant_id, face_id, account_id }: FaceRow,
  changed: Updateable<Schema['face_verification']> & { state: FaceState },
): Promise<FaceRow> {
  const row = await tx
    .updateTable('face_verification')
    .set(changed)
    .where('tenant_id', '=', tenant_id)
    .where('face_id', '=', face_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  tell(tx, { about: 'face', tenantId: tenant_id, accountId: account_id, faceId: face_id, state: row.state })
  return row
}

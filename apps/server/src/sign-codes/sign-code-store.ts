import { Refusal } from '@moqi/domain/refusal'
import type { SignCodeState } from '@moqi/domain/templates/sign-code'
import type { BatchValues } from '@moqi/domain/templates/batch-sheet'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Where a scanned code belongs; it is public, and opens nothing by itself. */
    sign_code_link: { token: string; tenant_id: string; code_id: string }
    sign_code: {
      tenant_id: string
      code_id: string
      token: string
      name: string
      template_id: string
      /** Contracts are made from this one, whatever becomes of the template. */
      version: number
      /** Who made it, in whose name it launches. */
      account_id: string
      creator_name: string
      state: SignCodeState
      cap: number
      used_number: number
      several: boolean
      fill_values: BatchValues
      end_at: number
      created_at: number
    }
    /** A contract that somebody has made by a code; of one person they are numbered. */
    sign_code_use: {
      tenant_id: string
      code_id: string
      contract_id: string
      account_id: string
      use_no: number
      created_at: number
    }
  }
}

/** A code as it is kept, in its owner's tenant. */
export type SignCodeRow = Selectable<Schema['sign_code']>

/** What of a row decides whether it makes a contract. */
export const factsOf = ({ state, end_at, cap, used_number }: SignCodeRow) => ({
  state,
  endAt: end_at,
  cap,
  used: used_number,
})

const byId = (db: Db, tenantId: string, codeId: string) =>
  db.selectFrom('sign_code').where('tenant_id', '=', tenantId).where('code_id', '=', codeId).selectAll()

/** One of the space's codes. Throws `sign-code/not-found`. Runs in the tenant. */
export async function requireSignCode(db: Db, tenantId: string, codeId: string): Promise<SignCodeRow> {
  const row = isUuid(codeId) ? await byId(db, tenantId, codeId).executeTakeFirst() : undefined
  if (!row) throw new Refusal('sign-code/not-found')
  return row
}

/** The same, held until the transaction ends: contracts of one code are counted one after another. */
export async function holdSignCode(tx: Db, tenantId: string, codeId: string): Promise<SignCodeRow> {
  const row = isUuid(codeId) ? await byId(tx, tenantId, codeId).forUpdate().executeTakeFirst() : undefined
  if (!row) throw new Refusal('sign-code/not-found')
  return row
}

/** The code that somebody has scanned, wherever it lives. Throws `sign-code/not-found`. */
export async function scannedCode({ db }: Pick<Deps, 'db'>, token: string): Promise<SignCodeRow> {
  const place = await db.directory((directory) =>
    directory.selectFrom('sign_code_link').where('token', '=', token).selectAll().executeTakeFirst(),
  )
  if (!place) throw new Refusal('sign-code/not-found')
  return db.read(place.tenant_id, (own) => requireSignCode(own, place.tenant_id, place.code_id))
}

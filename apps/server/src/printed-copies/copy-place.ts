import { copyNumberOf, pageKeyOf, readCopyNumber } from '@moqi/domain/contract/printed-copy'
import { nullWhenRefused, Refusal } from '@moqi/domain/refusal'
import { filesInOrder } from '#src/cores/contract/contract-files.ts'
import { type ContractRow, loadContract, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Where a number on paper belongs, by the number's keyed hash; the number itself is kept nowhere. */
    printed_copy: { number_hash: Buffer; home_tenant_id: string; contract_id: string }
  }
}

/** The contract that a printed copy is of. */
export type CopyPlace = { homeTenantId: string; contractId: string }

/** The number of a contract's printed copies: always the same, and made by nobody who has the tables alone. */
export const numberOf = (keyed: Keyed, { homeTenantId, contractId }: CopyPlace): string =>
  copyNumberOf(keyedHash(keyed, 'printed copy', [homeTenantId, contractId]))

/** What a page's own code carries beside the number. */
export const pageKey = (keyed: Keyed, { homeTenantId, contractId }: CopyPlace, page: number): string =>
  pageKeyOf(keyedHash(keyed, 'printed page', [homeTenantId, contractId, page]))

const hashOf = (keyed: Keyed, number: string): Buffer => keyedHash(keyed, 'printed copy number', [number])

/** Makes the contract be found by its number. Runs on the directory; again changes nothing. */
export async function keepNumber(keyed: Keyed, tx: Db, place: CopyPlace): Promise<void> {
  const row = {
    number_hash: hashOf(keyed, numberOf(keyed, place)),
    home_tenant_id: place.homeTenantId,
    contract_id: place.contractId,
  }
  await tx
    .insertInto('printed_copy')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether a contract is on its way or has been: nothing else is printed with a number. */
export const isNumbered = ({ state }: Pick<ContractRow, 'state'>): boolean =>
  state !== 'draft' && state !== 'waitSend' && state !== 'deleted'

/** The contract that a number names, as it stands. Throws `printed-copy/not-found`, also for a row that was made up. */
export async function findCopy(
  deps: Pick<Deps, 'db'> & Keyed,
  typed: string,
): Promise<{ place: CopyPlace; number: string; stored: StoredContract }> {
  const number = readCopyNumber(typed)
  const row =
    number === null
      ? undefined
      : await deps.db.directory((directory) =>
          directory
            .selectFrom('printed_copy')
            .where('number_hash', '=', hashOf(deps, number))
            .selectAll()
            .executeTakeFirst(),
        )
  const place = row && { homeTenantId: row.home_tenant_id, contractId: row.contract_id }
  if (!place || number === null || numberOf(deps, place) !== number) throw new Refusal('printed-copy/not-found')
  const stored = await deps.db.read(place.homeTenantId, (home) => loadContract(home, place)).catch(nullWhenRefused)
  if (!stored || !isNumbered(stored.contract)) throw new Refusal('printed-copy/not-found')
  return { place, number, stored }
}

/** The contract's files with their pages, in the order they are printed. Runs in the home tenant. */
export const printedFiles = (home: Db, place: CopyPlace) => filesInOrder(home, place).select('f.page_count').execute()

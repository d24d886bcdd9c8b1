import type { WrittenParty } from '@moqi/domain/contract/written-draft'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { claimantsOf } from './bind-parties.ts'
import type { Committing } from './commit-change.ts'
import type { LogActor } from './contract-log.ts'
import type { ContractRow, StoredContract } from './contract-rows.ts'
import { createContract } from './create-contract.ts'
import type { Change } from './decision.ts'
import { areaRow } from './draft-areas.ts'
import { draftFaultsOf } from './draft-check.ts'
import { askIdentity, putParties } from './draft-parties.ts'
import { freezeSources, type FrozenFile, storeFrozen } from './freeze-files.ts'
import { putMadeFile } from './made-file.ts'
import { sendingOf } from './send-contract.ts'
import { newSignId } from './sign-id.ts'
import type { TypesetLetter } from './typeset-letter.ts'

type Place = { tenantId: string; contractId: string }

/** A letter that is typeset and frozen, to be made a contract and sent. */
export type ReadyLetter = {
  contract: ContractRow
  parties: readonly WrittenParty[]
  /** Who a party must be, where that is known as a keyed hash. */
  identity?: { partyNo: number; identityHash: string } | undefined
  letter: TypesetLetter
  frozen: FrozenFile[]
  /** What it is called, in its log. */
  title: string
  /** Of who sends it. */
  phone: string
}

/** Freezes a letter for the contract that it will be; outside of any transaction. */
export function freezeLetter(
  deps: Parameters<typeof freezeSources>[0],
  place: Place,
  { file, areas }: TypesetLetter,
): Promise<FrozenFile[]> {
  const kept = { file_id: file.fileId, name: file.name, kept_sha256: file.sha256 }
  return freezeSources(deps, {
    files: [{ ...kept, page_count: file.pages.length, fields: null }],
    areas: areas.map((area) => areaRow(place, area, null)),
  })
}

/** Makes a letter the contract it is, and sends it. Runs in the sender's tenant. Throws `contract/incomplete`. */
export async function sendLetter(
  deps: Committing & Pick<Deps, 'now'>,
  tx: Db,
  actor: LogActor,
  { contract, parties, identity, letter, frozen, title, phone }: ReadyLetter,
): Promise<void> {
  const place = { tenantId: contract.tenant_id, contractId: contract.contract_id }
  await createContract(deps, tx, actor, {
    contract,
    async fill() {
      await putParties(deps, tx, place, parties, { phone, newSignId: () => newSignId(deps) })
      if (identity) await askIdentity(tx, place, identity)
      await putMadeFile(tx, place, letter.file, letter.areas)
    },
    change: (stored) => sending(deps, tx, stored, { frozen, title }),
    writing: { write: (_, { after }) => storeFrozen(deps, tx, after.contract, frozen) },
  })
}

async function sending(
  deps: Pick<Deps, 'now'>,
  tx: Db,
  stored: StoredContract,
  { frozen, title }: Pick<ReadyLetter, 'frozen' | 'title'>,
): Promise<Change> {
  const [fault] = await draftFaultsOf(deps, tx, stored)
  if (fault) throw new Refusal('contract/incomplete', { message: fault.message })
  const change = sendingOf(stored, { claimants: await claimantsOf(tx, stored), frozen }, deps.now())
  return { ...change, log: [{ verb: 'create', detail: title }, ...(change.log ?? [])] }
}

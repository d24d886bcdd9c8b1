import { areaFaults } from '@moqi/domain/contract/draft-rules'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { type AreaRow, areaOfRow, areasOf, filesInOrder } from '#src/cores/contract/contract-files.ts'
import { loadContract, type PartyRow, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import { filesOf } from '#src/cores/contract/draft-files.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import { dropFrozen, freezeSources, type FrozenFile, storeFrozen } from '#src/cores/contract/freeze-files.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { ruled } from './check-person.ts'

/** A sent contract's files, frozen with other places than before; `version` is the contract's as it was read. */
export type Refrozen = { version: number; frozen: readonly FrozenFile[] }

/** Who signs by then, and where: of a contract as it stands and its areas. */
type Planned = { parties: readonly PartyRow[]; areas: readonly AreaRow[] }

/**
 * Freezes the files of a sent contract anew from their uploads, off the event loop and holding nothing: a signature
 * meanwhile goes first. Throws `field/invalid` for places that cannot be signed.
 */
export async function freezeAgain(
  deps: Pick<Deps, 'db' | 'blobs' | 'freezer'>,
  entry: Entry,
  plan: (stored: StoredContract, areas: AreaRow[]) => Planned,
): Promise<Refrozen> {
  const { version, sources } = await deps.db.read(entry.homeTenantId, async (home) => {
    const stored = await loadContract(home, entry)
    const { parties, areas } = plan(stored, await areasOf(home, entry))
    const place = { tenantId: entry.homeTenantId, contractId: entry.contractId }
    const files = await filesOf(home, place)
    checkAreas(files, parties, areas)
    const kept = await filesInOrder(home, entry).select(['f.kept_sha256', 'f.page_count', 'f.fields']).execute()
    return { version: stored.contract.version, sources: { files: kept, areas } }
  })
  return { version, frozen: await freezeSources(deps, sources) }
}

function checkAreas(
  files: Awaited<ReturnType<typeof filesOf>>,
  parties: readonly PartyRow[],
  areas: readonly AreaRow[],
): void {
  const [fault] = areaFaults({
    files: files.map(({ fileId, size, pages, fields }) => ({
      fileId,
      fileSize: size,
      pages,
      fields: fields ?? undefined,
    })),
    parties: parties.filter((party) => !hasLeft(party)).map(ruled),
    areas: areas.filter(({ party_no }) => party_no !== senderNo).map(areaOfRow),
  })
  if (fault) throw new Refusal('field/invalid', { field: 'positionArray', message: fault.message })
}

const refuse = (message: string) => new Refusal('field/invalid', { field: 'signerNo', message })

/**
 * Refuses unless nobody has signed, or waits for a seal that was applied for, since what they agreed to would change.
 * `what` names the change.
 */
export function checkUnsigned({ parties }: StoredContract, what: '添加' | '移除'): void {
  if (parties.some(({ state }) => state === 'signed')) {
    throw refuse(`已有签署方签署，文件不能再改动，不能${what}签署方；未签署的签署方可以更换，或另签补充协议`)
  }
  if (parties.some(({ state }) => state === 'approving')) {
    throw refuse(`有签署方正在用印审批，暂不能${what}签署方；请待审批结束后再试`)
  }
}

/** Refuses what was frozen of a contract that has changed since. */
export function checkStill({ contract }: StoredContract, { version }: Refrozen): void {
  if (contract.version !== version) throw new Refusal('contract/changed')
}

/**
 * Puts the files that were frozen anew in the place of those before, as revision 0: whoever has proved a will for the
 * former has proved it for other bytes.
 */
export async function storeAgain(
  deps: Pick<Deps, 'now'>,
  tx: Db,
  { contract }: StoredContract,
  { frozen }: Refrozen,
): Promise<void> {
  await dropFrozen(tx, contract)
  await storeFrozen(deps, tx, contract, [...frozen])
}

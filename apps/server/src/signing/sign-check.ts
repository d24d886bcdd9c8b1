import type { Input, Output } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { type SealFact, signBeforeCheck as check } from '@moqi/domain/contract/sign-check'
import { Refusal } from '@moqi/domain/refusal'
import type { Member, OwnSpace } from '#src/platform/actor.ts'
import { areasOf, type AreaRow } from '#src/platform/contract-store/contract-files.ts'
import { loadContract, type PartyRow, type StoredContract } from '#src/platform/contract-store/contract-rows.ts'
import { type Entry, requireEntry } from '#src/platform/contract-store/entry.ts'
import type { Deps } from '#src/platform/deps.ts'
import { usableSeals } from './usable-seals.ts'

type Check = typeof task.signBeforeCheck

/** What signing needs to know before anything is signed. */
export type Readiness = {
  stored: StoredContract
  party: PartyRow
  /** The party's own areas. */
  areas: AreaRow[]
}

/** Whether the actor may sign now, and if not, why, in words (checklist C54, V4). */
export async function signBeforeCheck(deps: Deps, member: Member, input: Input<Check>): Promise<Output<Check>> {
  try {
    const entry = await requireEntry(deps, member, input.signId)
    await readiness(deps, member, entry)
    return { signBeforeCheck: 1, signBeforeCheckInfo: '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'contract/other-space') {
      return { signBeforeCheck: 0, signBeforeCheckInfo: `当前空间与签署方不一致，请切换到${error.detail.space}后签署` }
    }
    if (error.code !== 'contract/not-signable') throw error
    return { signBeforeCheck: 0, signBeforeCheckInfo: String(error.detail.message) }
  }
}

/** Throws `contract/not-signable` with the text of domain.md 7.5 unless this entry may sign now. */
export async function readiness(
  deps: Pick<Deps, 'db' | 'now'>,
  member: Pick<Member, 'space' | 'accountId' | 'tenantId'>,
  entry: Entry,
): Promise<Readiness> {
  const { stored, areas } = await deps.db.read(entry.homeTenantId, async (db) => ({
    stored: await loadContract(db, entry),
    areas: await areasOf(db, entry),
  }))
  const party = stored.parties.find(({ signer_no }) => signer_no === entry.signerNo)
  if (!party) throw new Refusal('contract/not-signable', { message: '您不是该合同的签署方' })
  const own = areas.filter(({ signer_no }) => signer_no === party.signer_no)
  const text = check({
    taskState: stored.contract.state,
    partyState: party.state,
    now: deps.now(),
    signExpireTime: stored.contract.sign_expire_at ?? 0,
    inPartySpace: kindOf(member.space) === party.sign_type,
    partySpaceName: party.company_name ?? party.signer_name,
    authenticated: member.space.authStatus === 'passAuth',
    seal: await sealFact(deps, member, own),
  })
  if (text !== null) throw new Refusal('contract/not-signable', { message: text })
  return { stored, party, areas: own }
}

const kindOf = (space: OwnSpace) => (space.kind === 'company' ? 1 : 0)

/** A company's areas need a seal the actor may use; a person can always write by hand or make a seal on the spot. */
async function sealFact(
  deps: Pick<Deps, 'db'>,
  member: Pick<Member, 'space' | 'accountId' | 'tenantId'>,
  areas: AreaRow[],
): Promise<SealFact> {
  if (!areas.some(({ position_type }) => position_type === 'companySeal')) return 'direct'
  const seals = await usableSeals(deps, member)
  if (seals.length === 0) return 'noSeal'
  return seals.some(({ permission }) => permission === 'direct') ? 'direct' : 'none'
}

import type { Input } from '@moqi/api/call'
import type { lending } from '@moqi/api/lending'
import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { flagKinds, type FlagKind } from '@moqi/domain/lending/lending-policy'
import { Refusal } from '@moqi/domain/refusal'
import type { ContractVerb } from '#src/cores/contract/contract-verb.ts'
import { flagsUnknown } from '#src/cores/signer/lending-facts.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** A party's saying that it knows; of an earlier one (ms) what was found later is not known. */
    flag_acknowledgement: {
      tenant_id: string
      contract_id: string
      party_no: number
      account_id: string
      known_at: number
    }
  }
}

type Facts = { kinds: FlagKind[]; isUnknown: boolean }

/** A party says that it knows what its contract is flagged for: the log keeps it, and a signature asks for it. */
export const knowContractFlags: ContractVerb<Input<typeof lending.knowContractFlags>, null, Facts> = {
  operation: null,
  async facts(_deps, tx, { entry }) {
    const { homeTenantId, contractId } = entry
    const flags = await tx
      .selectFrom('contract_flag')
      .where('tenant_id', '=', homeTenantId)
      .where('contract_id', '=', contractId)
      .orderBy('kind', 'desc')
      .select('kind')
      .execute()
    const [found] = await flagsUnknown(tx, { ...entry, partyNo: entry.partyNo ?? 0 })
    return { kinds: flags.map(({ kind }) => kind), isUnknown: found?.unknown ?? false }
  },
  decide({ stored: { parties }, entry, facts: { kinds, isUnknown } }) {
    const own = parties.find(({ party_no }) => party_no === entry.partyNo)
    if (!own || !partyLifecycle.can(own.state, 'sign')) throw new Refusal('contract/not-signable')
    if (!isUnknown) return { answer: () => null }
    return {
      log: [{ verb: 'knowFlags', detail: kinds.map((kind) => flagKinds[kind]).join('、') }],
      answer: () => null,
    }
  },
  async write(deps, tx, { entry, facts: { isUnknown } }) {
    if (!isUnknown || entry.partyNo === null) return
    const known = { known_at: deps.now() }
    await tx
      .insertInto('flag_acknowledgement')
      .values({
        tenant_id: entry.homeTenantId,
        contract_id: entry.contractId,
        party_no: entry.partyNo,
        account_id: entry.accountId,
        ...known,
      })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'contract_id', 'party_no', 'account_id']).doUpdateSet(known),
      )
      .execute()
  },
}

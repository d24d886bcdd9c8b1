import type { Input, Output } from '@moqi/api/call'
import { task } from '@moqi/api/task'
import { Refusal } from '@moqi/domain/refusal'
import { type Entry, requireEntry } from '#src/cores/contract/entry.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { seal, unseal } from '#src/platform/keys/sealed.ts'

type Call = typeof task.signProcessPosition
type Choices = Output<Call>['positionArray']

/** Characters of choices kept for one signer: a few signatures by hand. */
const mostKept = 3_000_000

/**
 * Keeps what the actor has chosen and filled in, or answers it, so that it outlives the tab and moves to another device
 * (checklist C67). Nobody else reads it; it goes when the actor's turn ends, however that ends. With a proof of will
 * the choices, or those kept before, are signed with, or applied for by a flow.
 */
export async function signProcessPosition(
  deps: Deps,
  member: Member,
  input: Input<Call>,
  goOn: GoOn,
): Promise<Output<Call>> {
  const entry = await requireEntry(deps, member, input.signId)
  const kept = () => deps.db.read(member.tenantId, (own) => keptChoices(deps, own, entry))
  const { positionArray = await kept() } = input
  if (input.authToken !== undefined) {
    const { status, approveId } = await goOn(positionArray)
    return { positionArray, ...(status && { status }), ...(approveId && { approveId }) }
  }
  if (input.positionArray === undefined) return { positionArray }
  await keepChoices(deps, entry, positionArray)
  return { positionArray }
}

/** How one goes on with choices that are proved to be willed. */
export type GoOn = (choices: Choices) => Promise<Pick<Output<Call>, 'status' | 'approveId'>>

/**
 * Keeps choices while it is the actor's turn. Throws `contract/not-signable` when it is not, `field/invalid` when they
 * are too large.
 */
export async function keepChoices(deps: Deps, entry: Entry, choices: Choices): Promise<void> {
  const text = JSON.stringify(choices)
  if (text.length > mostKept) throw new Refusal('field/invalid', { field: 'areas', message: '签署内容过大' })
  await deps.db.write(entry.tenantId, (tx) => storeChoices(deps, tx, entry, text))
}

async function storeChoices(deps: Deps, tx: Db, entry: Entry, text: string): Promise<void> {
  const { tenantId, accountId, contractId, signId, partyNo } = entry
  const row = await tx
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('contract_id', '=', contractId)
    .select('row_status')
    .forShare()
    .executeTakeFirst()
  if (partyNo === null || row?.row_status !== 'iSign') throw new Refusal('contract/not-signable')
  const kept = { sealed_choices: seal(keyOf(deps), purposeOf(entry), Buffer.from(text)), changed_at: deps.now() }
  await tx
    .insertInto('signing_draft')
    .values({
      tenant_id: tenantId,
      account_id: accountId,
      contract_id: contractId,
      sign_id: signId,
      sealed_choices: kept.sealed_choices,
      changed_at: kept.changed_at,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'account_id', 'contract_id', 'sign_id']).doUpdateSet(kept))
    .execute()
}

/** What the actor has chosen and filled in before; nothing when it has not. Read in the actor's tenant. */
export async function keptChoices(deps: Deps, own: Db, entry: Entry): Promise<Choices> {
  const row = await own
    .selectFrom('signing_draft')
    .where('tenant_id', '=', entry.tenantId)
    .where('account_id', '=', entry.accountId)
    .where('contract_id', '=', entry.contractId)
    .where('sign_id', '=', entry.signId)
    .select('sealed_choices')
    .executeTakeFirst()
  return row ? openChoices(deps, entry, row.sealed_choices) : []
}

/** Choices that no longer open, after the secret was changed, count as none: they are made again in a minute. */
function openChoices(deps: Deps, entry: Entry, sealed: Buffer): Choices {
  const shape = task.signProcessPosition.output.shape.positionArray
  try {
    const read = shape.safeParse(JSON.parse(unseal(keyOf(deps), purposeOf(entry), sealed).toString()))
    return read.success ? read.data : []
  } catch {
    return []
  }
}

const keyOf = ({ derivationKey }: Pick<Deps, 'derivationKey'>) => derived(derivationKey, 'signing draft')
const purposeOf = ({ tenantId, accountId, signId }: Entry) => `${tenantId} ${accountId} ${signId}`

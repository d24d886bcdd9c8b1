import type { Output } from '@moqi/api/call'
import type { signCode } from '@moqi/api/sign-code'
import { Refusal } from '@moqi/domain/refusal'
import { rowFaults } from '@moqi/domain/templates/batch-sheet'
import { openRoleOf, signCodeClosing, signCodeClosings, type SignCodeClosing } from '@moqi/domain/templates/sign-code'
import { claimantsOf } from '#src/cores/contract/bind-parties.ts'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import { createContract } from '#src/cores/contract/create-contract.ts'
import type { Change } from '#src/cores/contract/decision.ts'
import { draftFaultsOf } from '#src/cores/contract/draft-check.ts'
import { freezeSources, type FrozenFile, storeFrozen } from '#src/cores/contract/freeze-files.ts'
import { againWhenNumberTaken } from '#src/cores/contract/number-taken.ts'
import { sendingOf } from '#src/cores/contract/send-contract.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import { requireQuota } from '#src/cores/quota/read-surplus.ts'
import { creationOf, madeOf } from '#src/cores/template/contract-of-template.ts'
import { requireTemplateUse } from '#src/cores/template/template-access.ts'
import { launchable, type LoadedTemplate, ownSideOf } from '#src/cores/template/template-store.ts'
import type { OwnSpace, Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { launcherOf } from './code-launcher.ts'
import { factsOf, holdSignCode, scannedCode, type SignCodeRow } from './sign-code-store.ts'

type Taken = Output<typeof signCode.takeSignCode>

/**
 * Makes the scanning person's own contract of a code, once: whoever has one is led back to it, however often they press
 * and whatever has become of the code since. It is made only for somebody whose phone and real name are proved, and
 * costs the owner one 份; the place is counted in the transaction that makes it.
 */
export const takeSignCode: Handler<typeof signCode.takeSignCode> = async (deps, person, { code: token, another }) => {
  const code = await scannedCode(deps, token)
  const own = person.spaces.find(({ kind, authStatus }) => kind === 'person' && authStatus === 'passAuth')
  if (!own) throw new Refusal('space/not-authenticated')
  const asked = { person, own, another: another === 1 }
  const before = await deps.db.read(code.tenant_id, (tenant) => heldBy(tenant, code, asked))
  if (before.taken) return before.taken
  const ready = await prepare(deps, code, asked)
  return againWhenNumberTaken(() => deps.db.write(code.tenant_id, (tx) => commit(deps, tx, code, { asked, ready })))
}

type Asked = { person: Person; own: OwnSpace; another: boolean }
type Ready = Awaited<ReturnType<typeof prepare>>

const closed = (closing: SignCodeClosing) => new Refusal('sign-code/closed', { message: signCodeClosings[closing] })

function requireOpen(deps: Pick<Deps, 'now'>, code: SignCodeRow): void {
  const closing = signCodeClosing(factsOf(code), deps.now())
  if (closing) throw closed(closing)
}

/** The contract that is the person's already, and how many there are; a new one only where another may be had. */
async function heldBy(
  tenant: Db,
  { tenant_id, code_id, several }: SignCodeRow,
  { person: { accountId }, another }: Asked,
): Promise<{ taken: Taken | null; number: number }> {
  const rows = await tenant
    .selectFrom('sign_code_use as u')
    .innerJoin('party as p', (join) =>
      join
        .onRef('p.tenant_id', '=', 'u.tenant_id')
        .onRef('p.contract_id', '=', 'u.contract_id')
        .onRef('p.account_id', '=', 'u.account_id'),
    )
    .where('u.tenant_id', '=', tenant_id)
    .where('u.code_id', '=', code_id)
    .where('u.account_id', '=', accountId)
    .orderBy('u.use_no', 'desc')
    .select(['u.use_no', 'p.sign_id', 'p.party_tenant_id', 'p.state'])
    .execute()
  const [last] = rows
  const number = last?.use_no ?? 0
  if (!last?.party_tenant_id || (several && another && last.state === 'signed')) return { taken: null, number }
  return { taken: { signId: last.sign_id, tenantId: last.party_tenant_id }, number }
}

/** All that can be done before the place is counted: what the contract says, and its frozen files. */
async function prepare(deps: Deps, code: SignCodeRow, { person, own }: Asked) {
  requireOpen(deps, code)
  const { tenant_id: tenantId, template_id: templateId, version } = code
  const launcher = await launcherOf(deps, code)
  if (!launcher) throw closed('withdrawn')
  const template = await deps.db.read(tenantId, async (tenant) => {
    await requireQuota(tenant, tenantId, deps.now()).catch(closedBy('contract/quota', 'noQuota'))
    await requireTemplateUse(tenant, launcher, templateId, 'use').catch(withdrawn)
    return launchable(tenant, { tenantId, templateId }, version).catch(withdrawn)
  })
  const values = valuesOf(template, code, { name: own.name, phone: person.phone })
  const { roles, areas: fields } = template.content
  const [fault] = rowFaults(roles, fields, ownSideOf(launcher), { values, formulas: [] })
  if (fault) throw new Refusal('contract/incomplete', { message: fault.message })
  const contractId = deps.newId()
  const made = madeOf(template, ownSideOf(launcher), values, { tenantId, contractId })
  const frozen = await freezeSources(deps, { files: template.files, areas: made.areas })
  return { launcher, template, made, frozen, contractId }
}

const closedBy = (code: Refusal['code'], closing: SignCodeClosing) => (error: unknown) => {
  throw error instanceof Refusal && error.code === code ? closed(closing) : error
}

/** A template that is stopped, gone or no more whole makes no contract. */
function withdrawn(error: unknown): never {
  throw error instanceof Refusal ? closed('withdrawn') : error
}

function valuesOf({ content }: LoadedTemplate, { fill_values }: SignCodeRow, who: { name: string; phone: string }) {
  const open = openRoleOf(content.roles)
  if (!open) throw closed('withdrawn')
  return { ...fill_values, [`${open.partyNo}.name`]: who.name, [`${open.partyNo}.phone`]: who.phone }
}

async function commit(deps: Deps, tx: Db, code: SignCodeRow, { asked, ready }: { asked: Asked; ready: Ready }) {
  const held = await holdSignCode(tx, code.tenant_id, code.code_id)
  // Another press of the same person was faster.
  const { taken, number } = await heldBy(tx, held, asked)
  if (taken) return taken
  requireOpen(deps, held)
  const { launcher, template, made, frozen, contractId } = ready
  const signId = newSignId(deps)
  await createContract(
    deps,
    tx,
    { accountId: launcher.accountId, name: launcher.nickName },
    {
      ...creationOf(deps, launcher, { template, made, contractId, signId, state: 'waitSend' }),
      change: (stored) => sendMade(deps, tx, stored, { code: held, frozen }),
      writing: { write: (_, { after }) => storeFrozen(deps, tx, after.contract, frozen) },
    },
  ).catch(closedBy('contract/quota', 'noQuota'))
  await count(deps, tx, held, { contractId, accountId: asked.person.accountId, useNo: number + 1 })
  const mine = await heldBy(tx, held, { ...asked, another: false })
  // The account's phone and real name are the party's: it was bound to the contract as it was sent.
  if (!mine.taken) throw new Error(`the contract ${contractId} of a code is nobody's`)
  return mine.taken
}

async function sendMade(
  deps: Deps,
  tx: Db,
  stored: StoredContract,
  { code, frozen }: { code: SignCodeRow; frozen: FrozenFile[] },
): Promise<Change> {
  const [fault] = await draftFaultsOf(deps, tx, stored)
  if (fault) throw new Refusal('contract/incomplete', { message: fault.message })
  const change = sendingOf(stored, { claimants: await claimantsOf(tx, stored), frozen }, deps.now())
  return { ...change, log: [{ verb: 'create', detail: `签署码：${code.name}` }, ...(change.log ?? [])] }
}

async function count(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenant_id, code_id }: SignCodeRow,
  { contractId, accountId, useNo }: { contractId: string; accountId: string; useNo: number },
): Promise<void> {
  await tx
    .insertInto('sign_code_use')
    .values({ tenant_id, code_id, contract_id: contractId, account_id: accountId, use_no: useNo, created_at: now() })
    .execute()
  await tx
    .updateTable('sign_code')
    .set(({ eb }) => ({ used_number: eb('used_number', '+', 1) }))
    .where('tenant_id', '=', tenant_id)
    .where('code_id', '=', code_id)
    .execute()
}

import { hash } from 'node:crypto'
import type { authentication } from '@moqi/api/authentication'
import type { Output } from '@moqi/api/call'
import { accountLimits } from '@moqi/domain/account/limits'
import { Refusal } from '@moqi/domain/refusal'
import type { ProvenWay } from '@moqi/evidence/log-record'
import { sql } from 'kysely'
import { agreedOf, type Application } from '#src/cores/approval/application.ts'
import { requireApplication } from '#src/cores/approval/require-application.ts'
import { type Entry, requireEntry } from '#src/cores/contract/entry.ts'
import { consentTo, isGenuineWill, proofsAsJson, willHashOf, willMac } from '#src/cores/signer/will.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'

/** What a proof of will is exchanged for. */
export type Proven = Output<typeof authentication.getAuthTokenByPin>

/** One way to prove a will: throws unless it is the member's own will to what is consented to. */
type Proving = (consents: Consents) => Promise<Pick<ProvenWay, 'method' | 'key' | 'certificate'>>

/**
 * Proves the will in one way: gives a token for it, or adds it to the token of another way. Throws
 * `will-auth/required`, with the secret unspent, for a token that is not of this member, for the same and still good.
 */
export async function prove(
  deps: Deps,
  member: Member,
  input: Named & { authToken?: string | undefined },
  how: Proving,
): Promise<Proven> {
  const { consents } = await willedBy(deps, member, input)
  const first = input.authToken === undefined ? null : await firstOf(deps, member, input.authToken, consents)
  const proved = await how(consents)
  const proof = { ...proved, at: deps.now(), address: member.address, userAgent: member.userAgent }
  if (first) return addProof(deps, first, proof)
  const authToken = deps.random(24).toString('base64url')
  const expireTime = deps.now() + accountLimits.willToken.lifeMs
  const words = {
    token_hash: willHashOf(deps, authToken),
    account_id: member.accountId,
    tenant_id: member.tenantId,
    consents: Object.fromEntries(consents),
    expires_at: expireTime,
    proofs: [proof],
  }
  await deps.db.directory((directory) =>
    directory
      .insertInto('auth_token')
      .values({
        token_hash: words.token_hash,
        account_id: words.account_id,
        tenant_id: words.tenant_id,
        sign_ids: [...consents.keys()],
        consents: words.consents,
        expires_at: words.expires_at,
        proofs: proofsAsJson(words.proofs),
        mac: willMac(deps, words),
      })
      .execute(),
  )
  return { authToken, expireTime, willAuthArray: [proof.method] }
}

/** The token of the first way. It ends when it would have: no proof is older than five minutes when it is used. */
async function firstOf(deps: Deps, { accountId, tenantId }: Member, authToken: string, consents: Consents) {
  const row = await deps.db.directory((directory) =>
    directory
      .selectFrom('auth_token')
      .where('token_hash', '=', willHashOf(deps, authToken))
      .where('account_id', '=', accountId)
      .where('tenant_id', '=', tenantId)
      .where('expires_at', '>', deps.now())
      .where('consents', '=', sql<Record<string, string>>`${JSON.stringify(Object.fromEntries(consents))}::jsonb`)
      .select('expires_at')
      .executeTakeFirst(),
  )
  if (!row) throw new Refusal('will-auth/required', { message: '前一项认证已失效，请重新完成意愿认证' })
  return { authToken, expireTime: row.expires_at }
}

/** A way proved again counts once, as it was proved last. */
async function addProof(
  deps: Pick<Deps, 'db' | 'derivationKey'>,
  { authToken, expireTime }: Pick<Proven, 'authToken' | 'expireTime'>,
  proof: ProvenWay,
): Promise<Proven> {
  const tokenHash = willHashOf(deps, authToken)
  const row = await deps.db.directoryWrite(async (tx) => {
    const found = await tx
      .selectFrom('auth_token')
      .where('token_hash', '=', tokenHash)
      .selectAll()
      .forUpdate()
      .executeTakeFirst()
    if (!found || !isGenuineWill(deps, found)) return null
    const proofs = [...found.proofs.filter(({ method }) => method !== proof.method), proof]
    const mac = willMac(deps, { ...found, proofs })
    await tx
      .updateTable('auth_token')
      .set({ proofs: proofsAsJson(proofs), mac })
      .where('token_hash', '=', tokenHash)
      .execute()
    return { proofs }
  })
  // What was proved was forgotten at this moment: the person signed out, or its turn passed to somebody else.
  if (!row) throw new Refusal('will-auth/required')
  return { authToken, expireTime, willAuthArray: row.proofs.map(({ method }) => method) }
}

async function entriesOf(deps: Deps, member: Member, signIds: string[]): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const signId of [...new Set(signIds)].toSorted()) entries.push(await requireEntry(deps, member, signId))
  return entries
}

/** What is consented to by each handle, of a contract to be signed or of an application to be agreed to. */
export type Consents = ReadonlyMap<string, string>
/** What is willed, by handles of contracts and ids of applications. */
export type Named = { signIds: string[]; approveIds: string[] }
type Willed = { consents: Consents; first: Pick<Entry, 'homeTenantId' | 'contractId'> }

/** Throws `request/invalid` when nothing is named, and for what is not the member's like whoever reads it. */
export async function willedBy(deps: Deps, member: Member, { signIds, approveIds }: Named): Promise<Willed> {
  const entries = await entriesOf(deps, member, signIds)
  const applications = await applicationsOf(deps, member, approveIds)
  const applied = applications.map(({ row }) => ({ homeTenantId: row.home_tenant_id, contractId: row.contract_id }))
  const [first] = [...entries, ...applied]
  if (!first) throw new Refusal('request/invalid')
  const agreed = applications.map((one): [string, string] => {
    const { approval_id } = one.row
    return [approval_id, consentTo(member, approval_id, [agreedOf(one)])]
  })
  return { first, consents: new Map([...(await consentsTo(deps, member, entries)), ...agreed]) }
}

async function applicationsOf(deps: Pick<Deps, 'db'>, member: Member, approveIds: string[]): Promise<Application[]> {
  const found: Application[] = []
  for (const approveId of [...new Set(approveIds)].toSorted()) {
    found.push(await deps.db.read(member.tenantId, (own) => requireApplication(own, member, approveId)))
  }
  return found
}

async function consentsTo(deps: Pick<Deps, 'db'>, member: Member, entries: Entry[]): Promise<Consents> {
  const consents = new Map<string, string>()
  for (const entry of entries) {
    consents.set(entry.signId, consentTo(member, entry.signId, await frozenHashes(deps, entry)))
  }
  return consents
}

/** Names all that one proof is for, as hex SHA-256. */
export const bindingOf = (consents: Consents): string => hash('sha256', [...consents].flat().join('\n'))

function frozenHashes({ db }: Pick<Deps, 'db'>, entry: Entry): Promise<string[]> {
  return db.read(entry.homeTenantId, async (home) => {
    const layouts = await home
      .selectFrom('document_layout')
      .where('tenant_id', '=', entry.homeTenantId)
      .where('contract_id', '=', entry.contractId)
      .orderBy('file_id')
      .select('frozen_sha256')
      .execute()
    // Before sending there is nothing yet that anybody could have read.
    if (layouts.length === 0) throw new Refusal('request/invalid')
    return layouts.map(({ frozen_sha256 }) => frozen_sha256)
  })
}

import { hash } from 'node:crypto'
import { dayMs } from '@moqi/domain/time/civil-date'
import { randomBytes, randomUUID } from 'node:crypto'
import { keepParties } from '../apps/server/src/contacts/keep-parties.ts'
import { byVerb } from '../apps/server/src/cores/contract/contract-verb.ts'
import { consentTo, proofsAsJson, willHashOf, willMac } from '../apps/server/src/cores/signer/will.ts'
import { sendContract as send } from '../apps/server/src/contracts/send-contract.ts'
import { saveDraft } from '../apps/server/src/contracts/save-draft.ts'
import { saveLocation } from '../apps/server/src/contracts/save-location.ts'
import { uploadFile } from '../apps/server/src/files/upload-file.ts'
import type { Deps } from '../apps/server/src/platform/deps.ts'
import { sign } from '../apps/server/src/signing/sign-contract.ts'
import type { Signer } from './signing-cast.ts'

/** A party's signature, ready to be given once. */
export type Signature = () => Promise<void>
/** What one party signs: its entry, its place, and what it consents to. */
export type Ask = { signId: string; positionId: string; consent: string }
/** Signatures and what they are of, in party order. */
export type SentContract = { taskId: string; asks: Ask[]; signatures: Signature[] }
type UploadedFile = Awaited<ReturnType<typeof uploadFile>>

const perRow = 5
const side = 20

/** A contract that has been sent; `positionIds` of each party's place, in party order. */
export type Launched = { tenantId: string; taskId: string; positionIds: string[] }

const uploaded = (pdf: Buffer) => ({
  fileName: '合同.pdf',
  size: pdf.length,
  sha256: hash('sha256', pdf),
  head: pdf.subarray(0, 1024),
  read: async () => Buffer.from(pdf),
})

/** Uploads, drafts, places and sends a contract that all sign at once, one personal seal each. */
export async function launchContract(
  deps: Deps,
  { member }: Signer,
  signers: readonly Signer[],
  pdf: Buffer,
): Promise<Launched> {
  const file = await uploadFile(deps, member, {
    usage: 'contract',
    formMode: 'flatten',
    file: uploaded(pdf),
  })
  const draft = await saveDraft(deps, member, {
    taskName: '采购框架协议',
    signExpireTime: deps.now() + 30 * dayMs,
    signOrderType: 'disorder',
    fileArray: [{ fileId: file.fileId }],
    signerArray: signers.map(({ member: { nickName, phone } }, index) => ({
      signerNo: index + 1,
      signOrder: index + 1,
      signType: 0,
      signerName: nickName,
      phone,
      companyName: null,
      signKind: 'any',
      willAuthType: 'sms',
      forcedReading: false,
      paperDemandArray: [],
    })),
    attachmentArray: [],
    ccArray: [],
    saveContacts: 1,
  })
  const positionArray = signers.map((_, index) => areaOf(file, index))
  await byVerb(saveLocation)(deps, member, { signId: draft.signId, version: draft.version, positionArray })
  await send(deps, member, { signId: draft.signId }, keepParties)
  return {
    tenantId: member.tenantId,
    taskId: draft.taskId,
    positionIds: positionArray.map(({ positionId }) => positionId),
  }
}

/** Launches a contract; every proof of will is there already. */
export async function sendToAll(
  deps: Deps,
  initiator: Signer,
  signers: readonly Signer[],
  pdf: Buffer,
): Promise<SentContract> {
  return provedContract(deps, signers, await launchContract(deps, initiator, signers, pdf))
}

/** Gives each party of a contract its proof of will. */
export async function provedContract(
  deps: Deps,
  signers: readonly Signer[],
  { tenantId, taskId, positionIds }: Launched,
): Promise<SentContract> {
  const signIds = await signIdsOf(deps, tenantId, taskId)
  const frozen = await frozenOf(deps, tenantId, taskId)
  const asks = signers.map(({ member: who }, index): Ask => {
    const signId = signIds[index] ?? ''
    return { signId, positionId: positionIds[index] ?? '', consent: consentTo(who, signId, frozen) }
  })
  const signatures: Signature[] = []
  for (const [index, signer] of signers.entries()) {
    const ask = asks[index]
    if (ask) signatures.push(await signatureOf(deps, signer, ask))
  }
  return { taskId, asks, signatures }
}

function areaOf(file: UploadedFile, index: number) {
  return {
    positionId: randomUUID(),
    fileId: file.fileId,
    page: file.pageCount,
    x: 15 + (index % perRow) * 38,
    y: 60 + Math.floor(index / perRow) * 30,
    width: side,
    height: side,
    positionType: 'personSign' as const,
    signerNo: index + 1,
    required: true,
    sealId: null,
    value: null,
    format: null,
  }
}

async function signIdsOf({ db }: Deps, tenantId: string, contractId: string): Promise<string[]> {
  const parties = await db.read(tenantId, (home) =>
    home
      .selectFrom('party')
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', contractId)
      .orderBy('party_no')
      .select('sign_id')
      .execute(),
  )
  return parties.map(({ sign_id }) => sign_id)
}

async function frozenOf({ db }: Deps, tenantId: string, contractId: string): Promise<string[]> {
  const layouts = await db.read(tenantId, (home) =>
    home
      .selectFrom('document_layout')
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', contractId)
      .orderBy('file_id')
      .select('frozen_sha256')
      .execute(),
  )
  return layouts.map(({ frozen_sha256 }) => frozen_sha256)
}

/** A proof of will for all of these, as though its holder had typed a code. Answers the token. */
export async function giveProof(deps: Deps, { member }: Signer, asks: readonly Ask[]): Promise<string> {
  const authToken = randomBytes(24).toString('base64url')
  const proofs = [{ method: 'sms' as const, at: deps.now(), address: member.address, userAgent: member.userAgent }]
  const words = {
    token_hash: willHashOf(deps, authToken),
    account_id: member.accountId,
    tenant_id: member.tenantId,
    consents: Object.fromEntries(asks.map(({ signId, consent }) => [signId, consent])),
    expires_at: deps.now() + dayMs,
    proofs,
  }
  await deps.db.directory((directory) =>
    directory
      .insertInto('auth_token')
      .values({
        token_hash: words.token_hash,
        account_id: words.account_id,
        tenant_id: words.tenant_id,
        sign_ids: asks.map(({ signId }) => signId),
        consents: words.consents,
        proofs: proofsAsJson(proofs),
        expires_at: words.expires_at,
        mac: willMac(deps, words),
      })
      .execute(),
  )
  return authToken
}

/** The request carries an idempotency key, as the web's do, so its answer is kept in the same transaction. */
async function signatureOf(deps: Deps, signer: Signer, ask: Ask): Promise<Signature> {
  const { member, sealId } = signer
  const { signId, positionId } = ask
  const authToken = await giveProof(deps, signer, [ask])
  const scope = `${member.accountId} ${member.tenantId} sign`
  const actor = { ...member, repeat: { scope, key: randomUUID(), bodyHash: '' } }
  return async () => {
    await sign(deps, actor, { signId, authToken, positionArray: [{ positionId, sealId }] })
  }
}

import { certifies } from '@moqi/domain/account/certificate-key'
import { Refusal } from '@moqi/domain/refusal'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { SigningRefusal } from '@moqi/signing/append/sign-request'
import {
  completeExternalSignature,
  type ExternalSignatureState,
  ExternalSignatureRefusal,
  prepareExternalSignature,
} from '@moqi/signing/append/two-step'
import { readIdentity } from '@moqi/trust/cms/signing-key'
import type { WireRowStatus } from '@moqi/api/wire/contract'
import { derOf, requireFitCertificate } from '#src/cores/identity/certificate-answer.ts'
import { type CertificateKey, subjectOf } from '#src/cores/identity/certificate-key.ts'
import { requireClock } from '#src/platform/authority/clock-check.ts'
import { isTimestampOutage } from '#src/platform/authority/timestamp-outage.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type AppendedFile, HeadMoved } from '#src/platform/documents/move-head.ts'
import { fillAreas } from './chosen-images.ts'
import { commitSignature, type Settle } from './commit-signature.ts'
import { type OpenDocument, refusalOf, requestOf } from './sign-files.ts'
import type { Signer } from './signer.ts'
import type { SigningIntent } from './signing-intent.ts'
import { checkedSeals, sealsUsed, type Stampable } from './stamp.ts'

/** A file as it is prepared for a key elsewhere; plain JSON. */
export type PreparedFile = { fileId: string; state: ExternalSignatureState }
type Held = Pick<CertificateKey, 'fingerprint' | 'certificate' | 'chain'>
type OnStamp = Pick<Stampable, 'entry' | 'signable' | 'documents' | 'seals'>

/**
 * Prepares the signature of an intent for the signer's own key: what its token is to sign, one a file, and what must be
 * known to complete it. Throws `account/certificate-unfit` unless the certificate is the signer's and may sign now.
 */
export async function prepareOwnKey(
  deps: Deps,
  signer: Signer,
  intent: SigningIntent,
  { signable, documents, seals: own }: OnStamp,
  key: Held,
): Promise<{ files: PreparedFile[]; toBeSigned: string[] }> {
  const seals = checkedSeals(deps, signer, intent, { signable, documents, seals: own })
  await requireSignersKey(deps, signer, key)
  const { kind, name } = signer.space
  const agent = kind === 'company' ? signer.personName : null
  const filled = await fillAreas(deps, seals, signable.areas, intent.choices)
  const byFile = Map.groupBy(filled, ({ area }) => area.file_id)
  const means = { font: notoSans(), certificate: key.certificate, chain: key.chain.map(derOf) }
  const prepared = documents.flatMap(({ fileId, layout, head, slots }) => {
    const onFile = byFile.get(fileId)
    if (!onFile) return []
    try {
      const request = requestOf(deps, slots, onFile, { name, agent })
      const document = { layout, head, slots: slots.map(({ source }) => source) }
      const { timestamps } = deps.authority
      return [{ fileId, ...prepareExternalSignature({ ...means, timestamps }, document, request) }]
    } catch (error) {
      throw error instanceof SigningRefusal ? refusalOf(error, slots, onFile) : error
    }
  })
  return {
    files: prepared.map(({ fileId, state }) => ({ fileId, state })),
    toBeSigned: prepared.map(({ toBeSigned }) => toBeSigned),
  }
}

/** The certificate names who signs, is good now, and is of the suite in which contracts are signed here. */
async function requireSignersKey(deps: Deps, { space }: Signer, { certificate, chain }: Held): Promise<void> {
  if (!certifies(subjectOf(certificate), space.name)) {
    throw unfit(`证书上的名称与签署方“${space.name}”不一致，请选择签署方自己的证书，或由平台证书签署`)
  }
  const isSm2 = readIdentity(certificate, []).keyType === 'SM2'
  if (isSm2 !== (deps.config.suite === 'SM2')) {
    throw unfit(
      isSm2
        ? '本平台的合同以国际算法签名，不能与SM2证书混用，请选择RSA或P-256证书，或由平台证书签署'
        : '本平台的合同以SM2签名，请选择SM2证书，或由平台证书签署',
    )
  }
  await requireFitCertificate(deps, certificate, chain.map(derOf))
}

const unfit = (message: string) => new Refusal('account/certificate-unfit', { message })

/** What was prepared, and what the token answered (base64), one a file in their order. */
type Answered = { files: readonly PreparedFile[]; signatures: readonly string[]; key: Held; settle: Settle }

/**
 * Puts the token's answers into the documents and commits them as any signature. Throws `account/key-wrong` when one is
 * not of that key, `contract/head-moved` when another party's signature came first: then it is prepared anew.
 */
export async function stampByOwnKey(
  deps: Deps,
  signer: Signer,
  intent: SigningIntent,
  { entry, signable, documents, seals: own }: OnStamp,
  { files, signatures, key, settle }: Answered,
): Promise<{ status: WireRowStatus }> {
  const seals = checkedSeals(deps, signer, intent, { signable, documents, seals: own })
  await requireSignersKey(deps, signer, key)
  if (files.length !== signatures.length) throw new Refusal('account/key-wrong')
  const signed: AppendedFile[] = []
  for (const [index, file] of files.entries()) {
    const answer = derOf(signatures[index] ?? '')
    signed.push(await completed(deps, documents, file, answer))
  }
  const { will, reading } = intent
  const identity = readIdentity(key.certificate, key.chain.map(derOf))
  const used = { ...sealsUsed(intent, signable, seals), key: { identity }, approved: undefined, automatic: undefined }
  try {
    const facts = { signed, settle, will, reading, ownKey: key.fingerprint, ...used }
    return await commitSignature(deps, signer, entry, facts)
  } catch (error) {
    throw error instanceof HeadMoved ? new Refusal('contract/head-moved', {}, { cause: error }) : error
  }
}

async function completed(
  deps: Deps,
  documents: readonly OpenDocument[],
  { fileId, state }: PreparedFile,
  signature: Buffer,
): Promise<AppendedFile> {
  const head = documents.find((one) => one.fileId === fileId)?.head
  if (!head) throw new Refusal('contract/document-changed')
  const complete = async () => {
    const { timestamps } = deps.authority
    try {
      return { ...(await completeExternalSignature({ head, timestamps }, state, signature)), awaitingTimestamp: false }
    } catch (error) {
      if (!isTimestampOutage(error)) throw error
      deps.log('signing without time-stamp', error)
      return { ...(await completeExternalSignature({ head }, state, signature)), awaitingTimestamp: true }
    }
  }
  const {
    increment,
    head: after,
    awaitingTimestamp,
  } = await complete().catch((error: unknown) => {
    if (!(error instanceof ExternalSignatureRefusal)) throw error
    const code = error.reason === 'head-moved' ? 'contract/head-moved' : 'account/key-wrong'
    throw new Refusal(code, {}, { cause: error })
  })
  requireClock(deps.authority.clock())
  return { fileId, before: head, after, increment, awaitingTimestamp }
}

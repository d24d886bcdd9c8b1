import type { Output, Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { signDocuments } from '../../client/companion.ts'
import { ask } from '../../ui/ask-store.ts'

type Signing = Sent<Table['sign']>
type Completing = Sent<Table['completeOwnSignature']>
type Signed = Output<Table['sign']>

/** How often the key is asked again because another party's signature came first. */
const attempts = 3

/** What was sent last, so that a repeat on a line that broke sends the same and asks no key again. */
export type KeptCompletion = { current: Completing | null }

const reasonOf = (fault: unknown) => (fault instanceof CallRefusal ? fault.reason : null)

/**
 * Signs by the signer's own key, whose certificate's SHA-256 is `keyId`: the platform never holds it. That a
 * certificate cannot sign this contract is said, with the platform's in its place if that is wished.
 */
export async function signByOwnKey(
  signing: Signing,
  { keyId, title, kept }: { keyId: string; title: string; kept: KeptCompletion },
  keyOf: (input: unknown) => string,
): Promise<Signed | null> {
  const complete = (input: Completing) => call('completeOwnSignature', input, { key: keyOf(input), quiet: true })
  if (kept.current) return complete(kept.current)
  for (let attempt = 1; ; attempt++) {
    const prepared = await call('prepareOwnSignature', { ...signing, keyId }, { quiet: true }).catch(
      async (fault: unknown) => {
        if (reasonOf(fault) !== 'account/certificate-unfit' || !(await wantsPlatform(fault))) throw fault
        return null
      },
    )
    if (!prepared) return call('sign', signing, { key: keyOf(signing), quiet: true })
    const { preparedId, toBeSignedArray } = prepared
    const signatureArray = await signDocuments({ id: keyId }, { title, toBeSignedArray })
    kept.current = { signId: signing.signId, authToken: signing.authToken, preparedId, signatureArray }
    try {
      return await complete(kept.current)
    } catch (fault) {
      // What the server has refused is not sent again.
      if (fault instanceof CallRefusal) kept.current = null
      if (reasonOf(fault) !== 'contract/head-moved' || attempt >= attempts) throw fault
    }
  }
}

const wantsPlatform = (fault: unknown) =>
  ask({
    title: '这张证书不能签署本合同',
    text: fault instanceof CallRefusal ? fault.message : '',
    confirm: '由平台证书签署',
    cancel: '取消',
  })

import type { KeyChallenge } from '@moqi/api/passkey'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type * as webauthn from '@simplewebauthn/browser'
import { CallRefusal } from './call-error.ts'
import { noteUsedKey } from './used-key.ts'

/** What a browser says no to, in the words of who reads it. */
const words: Record<string, string> = {
  NotAllowedError: '没有完成密钥验证：已取消或超时，请重试',
  AbortError: '没有完成密钥验证，请重试',
  InvalidStateError: '该密钥已绑定，请换一把密钥',
  SecurityError: '当前网址不能使用密钥，请用平台的正式网址打开',
  NotSupportedError: '该密钥不支持所需的算法，请换一把密钥',
}
const unsupported = '当前浏览器或网址不支持密钥，请用最新版浏览器通过https打开，或换一种方式'

/** The library comes to whoever uses a key. Whatever the browser refuses is thrown as a refusal with words. */
async function asking<T>(work: (library: typeof webauthn) => Promise<T>): Promise<T> {
  const library = await import('@simplewebauthn/browser').catch(() => null)
  if (!library) throw refusal('网络异常，请检查网络后重试')
  if (!library.browserSupportsWebAuthn()) throw refusal(unsupported)
  try {
    const done = await work(library)
    noteUsedKey()
    return done
  } catch (fault) {
    const name = fault instanceof Error ? fault.name : ''
    throw refusal(words[name] ?? '密钥没有响应，请重新插入或换一把密钥后重试')
  }
}

const refusal = (message: string) => new CallRefusal({ code: 'key', message, data: null })

const named = (keys: KeyChallenge['keyArray']) =>
  keys.map(({ keyId, transports }) => ({ id: keyId, type: 'public-key' as const, transports }))

/** Has a key sign a challenge, as `loginByKey` takes it; `verified`: the key is to see who holds it. */
export const signWithKey = ({ code, rpId, keyArray }: KeyChallenge, verified: 'required' | 'preferred') =>
  asking(async ({ startAuthentication }) => {
    const { id, response } = await startAuthentication({
      optionsJSON: {
        challenge: code,
        rpId,
        allowCredentials: named(keyArray),
        userVerification: verified,
        timeout: 120_000,
      },
    })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    const assertion = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
    return { id, code, sign: base64url(JSON.stringify(assertion)) }
  })

/** Has a browser make a key, as `addKey` takes it. */
export const makeKey = ({ code, rpId, rpName, userHandle, userName, keyArray }: Output<Table['getKeyOptions']>) =>
  asking(async ({ startRegistration }) => {
    const { id, response } = await startRegistration({
      optionsJSON: {
        challenge: code,
        rp: { id: rpId, name: rpName },
        user: { id: userHandle, name: userName, displayName: userName },
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
        excludeCredentials: named(keyArray),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        attestation: 'none',
        timeout: 120_000,
      },
    })
    return {
      code,
      keyId: id,
      clientData: response.clientDataJSON,
      attestation: response.attestationObject,
      transports: response.transports ?? [],
    }
  })

const base64url = (text: string) => btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

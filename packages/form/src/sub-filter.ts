import type { KeyType } from '@moqi/trust/cms/algorithms'

/** /SubFilter by the key a signature is made with (ADR 0007): SM2 is no part of PAdES, and does not claim to be. */
export const subFilter: Readonly<Record<KeyType, string>> = {
  'P-256': 'ETSI.CAdES.detached',
  RSA: 'ETSI.CAdES.detached',
  SM2: 'adbe.pkcs7.detached',
}

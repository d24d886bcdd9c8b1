import type { certificateKey } from '@moqi/api/certificate-key'
import { justReads, signsIn, type CallRows } from '../call-row.ts'

const somebodys = '0'.repeat(64)

/** Of the calls in `packages/api/src/certificate-key.ts`. */
export const certificateKeyRows: CallRows<typeof certificateKey> = {
  loginByCertificate: { inputs: () => [{ id: somebodys }, { id: somebodys, code: 'x', sign: 'eA' }], again: signsIn },
  bindKey: {
    inputs: () => [
      { keyType: 'cert', id: somebodys },
      { keyType: 'cert', id: somebodys, code: 'x', sign: 'eA', cert: 'eA', smsCode: '000000' },
    ],
    again: 'spends a challenge, and a challenge works once',
  },
  listCertificateKeys: justReads,
  unbindKey: {
    inputs: () => [{ keyId: somebodys, smsCode: '000000' }],
    again: 'ends what it names, and spends a code: again, there is none',
  },
}

import type { passkey } from '@moqi/api/passkey'
import { ends, justReads, signsIn, type CallRows } from '../call-row.ts'

const somebodys = 'c29tZWJvZHkncw'
const bySms = 'spends a code, and a code works once'

/** Of the calls in `packages/api/src/passkey.ts`. */
export const passkeyRows: CallRows<typeof passkey> = {
  loginByKey: { inputs: () => [{ id: somebodys, code: 'x', sign: 'eA' }, { id: '' }], again: signsIn },
  loginByRecoveryCode: { inputs: () => [{ code: 'x', recoveryCode: 'x' }], again: signsIn },
  listKeys: justReads,
  getKeyOptions: { inputs: () => [{ smsCode: '000000' }], again: bySms },
  addKey: {
    inputs: () => [{ code: 'x', name: '我的密钥', keyId: somebodys, clientData: 'eA', attestation: 'eA' }],
    again: 'spends a challenge, and a challenge works once',
  },
  renameKey: {
    inputs: ({ keyId }) => [{ keyId, name: '我的密钥' }],
    refused: 'account/key-not-found',
    again: 'sets a name; again, the name is the same',
  },
  removeKey: { inputs: ({ keyId }) => [{ keyId }], refused: 'account/key-not-found', again: ends },
  requireKey: { inputs: () => [{ keyRequired: 'no', smsCode: '000000' }], again: bySms },
}

import { type Reason, reason } from '@moqi/verify/reasons'
import type { SignatureVerdict, Verdict } from '@moqi/verify/verdict'
import { expect, test } from 'vitest'
import { conclusion } from './conclusion.ts'

const signature: SignatureVerdict = {
  fieldName: 'one',
  kind: 'approval',
  signerName: '王小明',
  statedReason: '',
  signTime: 0,
  timestampTime: 0,
  timestampAuthority: null,
  certificate: null,
  algorithm: 'ECDSA / SHA-256',
  page: 1,
  pages: [1],
  box: null,
  coverage: 'whole-file',
  integrity: 'intact',
  permission: 'as-signed',
  identity: 'confirmed',
  time: 'proven',
  level: 'B-T',
  verdict: 'valid',
  certificateStatus: 'valid',
  ownPlatform: true,
  changedAfterwards: [],
  reasonArray: [],
}

const verdict = (
  outcome: Verdict['verdict'],
  reasonArray: Reason[],
  ...changes: Partial<SignatureVerdict>[]
): Verdict => ({
  verdict: outcome,
  reasonArray,
  signatureArray: changes.map((change) => ({ ...signature, ...change })),
  sha256: '',
  revisionCount: 1,
})
const certificateRevoked = reason('certificate-revoked')

test.each<[string, Verdict]>([
  ['验证通过：文件未被篡改，全部签名有效', verdict('valid', [], {}, {})],
  ['验证通过：文件未被篡改，部分签名来自其他平台', verdict('valid', [], {}, { ownPlatform: false })],
  ['验证不通过：文件内容已被篡改', verdict('invalid', [reason('trailing-data')], {})],
  ['验证不通过：文件内容已被篡改', verdict('invalid', [], {}, { reasonArray: [reason('byte-range-shape')] })],
  ['签名格式无法识别', verdict('invalid', [reason('contents-empty')], {})],
  [`验证不通过：${certificateRevoked.text}`, verdict('invalid', [{ ...certificateRevoked, severity: 'invalid' }], {})],
  [
    '签名完整，但签署人身份无法确认',
    verdict('indeterminate', [], { identity: 'unconfirmed', reasonArray: [reason('chain-untrusted')] }),
  ],
  [
    '尚未签署完成：4方中2方已签署',
    verdict(
      'indeterminate',
      [reason('timestamp-awaited'), reason('contract-unfinished', { detail: '4方中2方已签署' })],
      {},
    ),
  ],
  ['签名完整，等待时间戳证明签署时间', verdict('indeterminate', [], { reasonArray: [reason('timestamp-awaited')] })],
  [
    '签名完整，但签署人身份无法确认',
    verdict('indeterminate', [], {
      identity: 'unconfirmed',
      reasonArray: [reason('timestamp-awaited'), reason('chain-untrusted')],
    }),
  ],
  ['签名格式无法识别', verdict('indeterminate', [], { reasonArray: [reason('subfilter-unsupported')] })],
  [
    `无法确认：${reason('budget-exceeded').text}`,
    verdict('indeterminate', [reason('budget-exceeded')], { integrity: 'unclear' }),
  ],
  [
    `无法确认：${reason('ofd-file-uncovered').text}`,
    verdict('indeterminate', [], {
      identity: 'unconfirmed',
      reasonArray: [reason('chain-untrusted'), reason('ofd-file-uncovered')],
    }),
  ],
  ['未检测到数字签名', verdict('unsigned', [])],
  ['签名格式无法识别', verdict('unreadable', [reason('budget-exceeded')])],
])('%s', (sentence, found) => {
  expect(conclusion(found)).toBe(sentence)
})

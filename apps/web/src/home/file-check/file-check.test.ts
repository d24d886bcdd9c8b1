import { expect, test } from 'vitest'
import { inFours } from '../../ui/in-fours.ts'
import {
  fileRemarks,
  fileSize,
  forbiddenChanges,
  isTestCertificate,
  publicClause,
  readableDetail,
  readableName,
  signatureFacts,
  signatureWord,
  type Signature,
} from './signature-facts.ts'
import { clauses, verdictLook } from './verdict-look.ts'

const signature: Signature = {
  fieldName: 'moqi-0001',
  kind: 'approval',
  signerName: '杭州云启科技有限公司',
  statedReason: '同意签署，经办人：李静',
  signTime: Date.parse('2026-03-10T01:31:44Z'),
  timestampTime: Date.parse('2026-03-10T01:31:45Z'),
  timestampAuthority: '墨契内置时间戳',
  certificate: {
    subject: 'CN=杭州云启科技有限公司',
    issuer: 'CN=墨契内置CA G1',
    serialNumber: '5c0e917a',
    notBefore: Date.parse('2026-01-08T00:00:00Z'),
    notAfter: Date.parse('2027-01-08T00:00:00Z'),
  },
  algorithm: 'ECDSA P-256 / SHA-256',
  page: 6,
  pages: [6],
  coverage: 'whole-revision',
  integrity: 'intact',
  permission: 'as-signed',
  identity: 'confirmed',
  time: 'proven',
  level: 'B-T',
  verdict: 'valid',
  certificateStatus: 'valid',
  ownPlatform: 1 as const,
  changedAfterwards: [],
  reasonArray: [],
}
const reason = (code: string, severity: string) => ({ code, severity, text: code, textEn: code, clause: '' })
const foreign = { ...signature, ownPlatform: 0 as const }
const unconfirmed = { ...signature, verdict: 'indeterminate', identity: 'unconfirmed', certificateStatus: 'unknown' }
const look = (
  verdict: 'valid' | 'invalid' | 'indeterminate' | 'unsigned' | 'unreadable',
  array: Signature[],
  text = '',
) => verdictLook({ verdict, conclusion: text, signatureArray: array })

test('the halves fit only when every signature is our own and valid', () => {
  expect(look('valid', [signature, signature]).match).toBe('fit')
  expect(look('valid', [signature, foreign])).toMatchObject({ match: 'half', tone: 'ochre' })
})

test('a tampered file is told apart from a signature that fails for another cause', () => {
  expect(look('invalid', [signature], '验证不通过：文件内容已被篡改').advice).toContain('请勿据此履约')
  expect(look('invalid', [signature], '签名格式无法识别').advice).toContain('签名未通过验证')
})

test('an intact signature of unknown origin is never drawn as a pass', () => {
  expect(look('indeterminate', [unconfirmed])).toMatchObject({ match: 'half', tone: 'ochre' })
  expect(look('indeterminate', [{ ...unconfirmed, integrity: 'unclear' }]).match).toBe('alone')
  expect(signatureWord(unconfirmed)).toEqual({ tone: 'ochre', text: '签署人身份无法确认' })
})

test('a signature that only lacks its time-stamp is told as that, and not as one of an unknown signer', () => {
  const reasonArray = [reason('timestamp-awaited', 'indeterminate')]
  const awaiting = { ...signature, verdict: 'indeterminate', time: 'claimed', level: 'B-B', reasonArray }
  expect(look('indeterminate', [signature, awaiting])).toMatchObject({ match: 'half', tone: 'ochre' })
  expect(look('indeterminate', [signature, awaiting]).advice).toContain('时间戳')
  expect(signatureWord(awaiting)).toEqual({ tone: 'ochre', text: '等待时间戳' })
  const unknown = { ...awaiting, reasonArray: [...reasonArray, reason('chain-untrusted', 'indeterminate')] }
  expect(look('indeterminate', [signature, unknown]).advice).not.toContain('时间戳')
  expect(signatureWord(unknown)).toEqual({ tone: 'ochre', text: '签署人身份无法确认' })
})

test('a file that not all parties have signed is told as that, though every signature in it is valid', () => {
  const found = { conclusion: '尚未签署完成：4方中2方已签署', signatureArray: [signature, signature] }
  const unfinished = verdictLook({ ...found, verdict: 'indeterminate', complete: 0 })
  expect(unfinished).toMatchObject({ match: 'alone', tone: 'ochre' })
  expect(unfinished.advice).toContain('请勿据此履约')
  expect(verdictLook({ ...found, verdict: 'invalid', complete: 0 }).tone).toBe('seal')
})

test('a file without signatures and one that cannot be read say what to do', () => {
  expect(look('unsigned', []).tone).toBe('grey')
  expect(look('unreadable', []).advice).toContain('原件')
})

test('a card names every fact of domain 7.8, in Beijing time', () => {
  const facts = new Map(signatureFacts(signature))
  const labels =
    '签署方 经办人 签署时间 时间戳 证书持有人 证书颁发者 证书序列号 证书有效期 签名算法 所在页码 完整性 证书状态'.split(
      ' ',
    )
  expect([...facts.keys()]).toEqual([...labels, '签名覆盖范围'])
  expect(facts.get('经办人')).toBe('李静')
  expect(facts.get('签署时间')).toBe('2026-03-10 09:31:44')
  expect(facts.get('时间戳')).toBe('2026-03-10 09:31:45（墨契内置时间戳）')
  expect(facts.get('证书序列号')).toBe('5C 0E 91 7A')
  expect(facts.get('证书有效期')).toBe('2026-01-08 至 2027-01-08')
})

test('what a signature of another platform gives as its reason is shown as that, and a person acts for nobody', () => {
  const foreignFacts = new Map(signatureFacts({ ...foreign, statedReason: '同意签署，经办人：某人' }))
  expect([foreignFacts.get('经办人'), foreignFacts.get('签署理由')]).toEqual([undefined, '同意签署，经办人：某人'])
  expect(new Map(signatureFacts({ ...signature, statedReason: '同意签署' })).has('经办人')).toBe(false)
})

test('a time-stamp that says how exact it is shows it, from a second on', () => {
  const [wide, narrow] = [1500, 500].map((timestampAccuracy) =>
    new Map(signatureFacts({ ...signature, timestampAccuracy })).get('时间戳'),
  )
  expect(wide).toBe('2026-03-10 09:31:45 ±2秒（墨契内置时间戳）')
  expect(narrow).toBe('2026-03-10 09:31:45（墨契内置时间戳）')
})

test('a signature without time-stamp, page or certificate says so', () => {
  const facts = new Map(signatureFacts({ ...signature, timestampTime: null, page: null, pages: [], certificate: null }))
  expect(facts.get('时间戳')).toContain('本机')
  expect(facts.get('所在页码')).toBe('不可见签名')
  expect(facts.get('证书颁发者')).toBe('未注明')
})

test('electronic seals are named in one line, whatever the verifier says of each', () => {
  const seal = { ...reason('eseal-valid', 'info'), text: '电子印章：有效', detail: '某公司 公章' }
  const other = { ...reason('eseal-invalid', 'invalid'), text: '电子印章：无效' }
  const facts = new Map(signatureFacts({ ...signature, reasonArray: [seal, other] }))
  expect(facts.get('电子印章')).toBe('有效（某公司 公章）；无效')
})

test('what later parties did as agreed is no tampering, and each forbidden change is named once', () => {
  const agreed = '后续签署方按约定签署'
  const filled = { ...signature, permission: 'allowed-changes', changedAfterwards: [agreed, '文档属性已更新'] }
  const forged = { ...signature, permission: 'forbidden-changes', changedAfterwards: [agreed, '第3页内容被替换'] }
  expect(forbiddenChanges([filled, forged, forged])).toEqual(['第3页内容被替换'])
})

test('the file says what its signatures do not say already, and nothing merely informative', () => {
  const told = { ...signature, reasonArray: [reason('chain-untrusted', 'indeterminate')] }
  const reasonArray = [reason('chain-untrusted', 'indeterminate'), reason('tail', 'invalid'), reason('level', 'info')]
  expect(fileRemarks({ reasonArray, signatureArray: [told] }).map(({ code }) => code)).toEqual(['tail'])
})

test('the verifier’s own code words are kept from people', () => {
  expect(readableDetail('chain-untrusted')).toBe('')
  expect(readableDetail('第3页')).toBe('第3页')
  expect([publicClause('D23'), publicClause('§5'), publicClause('RFC 5280 6')]).toEqual(['', '', 'RFC 5280 6'])
  expect(readableDetail(undefined)).toBe('')
})

test('a changed file marks the signature as altered afterwards', () => {
  const changed = { ...signature, verdict: 'invalid', permission: 'forbidden-changes' }
  expect(signatureWord(changed).text).toBe('签署后被修改')
  expect(signatureWord({ ...changed, integrity: 'broken' }).text).toBe('内容已被篡改')
})

test('a certificate of the embedded authority is called a test certificate', () => {
  const issuer = 'OU=测试证书，无法律效力, CN=墨契内置CA'
  expect(isTestCertificate(signature)).toBe(false)
  expect(isTestCertificate({ ...signature, certificate: { ...signature.certificate!, issuer } })).toBe(true)
})

test('fingerprints stand in fours, sizes in round units, verdicts break after a comma', () => {
  expect(inFours('9f2c41ab7d')).toBe('9f2c 41ab 7d')
  expect([fileSize(12), fileSize(20_480), fileSize(1_363_149)]).toEqual(['12 B', '20 KB', '1.3 MB'])
  expect(clauses('验证通过：文件未被篡改，全部签名有效')).toEqual(['验证通过：', '文件未被篡改，', '全部签名有效'])
})

test('a distinguished name is read as whom it names and what they belong to', () => {
  expect(readableName('CN=杭州云启科技有限公司, OU=测试证书，无法律效力, O=杭州云启科技有限公司, C=CN')).toBe(
    '杭州云启科技有限公司',
  )
  expect(readableName('CN=墨契内置CA G1, O=墨契')).toBe('墨契内置CA G1（墨契）')
  expect(readableName('CN=Zhang\\, San,O=Acme')).toBe('Zhang, San（Acme）')
  expect(readableName('没有这种写法')).toBe('没有这种写法')
})

test('a cross-page seal says all its pages, those in a row as one range', () => {
  const told = [[6], [1, 2, 3, 18], [1, 3]].map((pages) =>
    new Map(signatureFacts({ ...signature, pages })).get('所在页码'),
  )
  expect(told).toEqual(['第6页', '第1–3、18页', '第1、3页'])
})

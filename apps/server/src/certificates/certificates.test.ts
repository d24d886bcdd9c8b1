import { dayMs } from '@moqi/domain/time/civil-date'
import { readCertificate } from '@moqi/trust/chains/certificate'
import { readRevocationList } from '@moqi/trust/revocation/revocation-list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newcomer, personSigner, player, type Player, sent, signNow } from '#src/testing/contract-scene.ts'
import { bindTokenKey, codeOf, tokenKey, type TokenKey } from '#src/testing/certificate-key-scene.ts'
import { keyCode } from '#src/testing/key-scene.ts'
import { enrolled, operatorPassword, shownCode } from '#src/testing/operator-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const reason = '客户报告电脑失窃，私钥可能泄露'
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let owner: Player
let person: Player
let chen: Awaited<ReturnType<typeof enrolled>>
let zhou: Awaited<ReturnType<typeof enrolled>>

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  person = await player(server, '13800000001', 'person')
  chen = await enrolled(server, 'chenchen')
  zhou = await enrolled(server, 'zhoumin')
})
afterAll(() => server.close())

/** A contract that two must sign and the person has: its certificate is there, and its contract runs on. */
async function signedOnce() {
  // A key that was revoked signs for another minute.
  clock += 60_000
  const other = personSigner(2, '周晓彤', '13911110009')
  const contract = await sent(server, owner, [personSigner(1, '王小明', person.phone), other])
  expect((await signNow(server, person, contract.taskId)).code).toBe(200)
  return contract
}

const find = async (search: string, state?: 'revoked' | 'ending' | 'valid' | 'ended', who = chen) =>
  (await server.call('findCertificates', { search, ...(state && { certificateState: state }) }, who)).data
    .certificateArray
const newest = async () => {
  const [one] = await find(person.tenantId, 'valid')
  if (!one) throw new Error('no certificate')
  return one
}
const detailOf = async (certificateId: string) =>
  (await server.call('getRegisteredCertificate', { certificateId }, chen)).data

type Wish = { certificateId: string; lastFour: string; reason?: string }
const revoke = ({ certificateId, lastFour, reason: why = reason }: Wish, who = chen) =>
  server.call('revokeRegistered', { certificateId, revocationReason: 'keyCompromise', reason: why, lastFour }, who)
const serialOf = ({ certificate }: TokenKey) => readCertificate(certificate).serial.toString('hex').replace(/^00/, '')
const four = (serialNumber: string) => serialNumber.slice(-4)
const listed = async (serial: string) => {
  const { rawPayload } = await server.app.inject({ url: '/ca/issuing.crl' })
  return readRevocationList(rawPayload).revoked.get(serial)
}

test('a certificate is found by the beginning of its serial number, its holder and its space', async () => {
  await signedOnce()
  const one = await newest()
  expect(one).toMatchObject({
    certificateKind: 'person',
    holder: '王小明',
    tenantId: person.tenantId,
    revokeTime: null,
  })
  const { serialNumber: serial } = one
  for (const typed of [serial, serial.toUpperCase(), `${serial.slice(0, 4)} ${serial.slice(4, 10)}`, '王小明']) {
    expect((await find(typed)).map(({ certificateId }) => certificateId)).toContain(one.certificateId)
  }
  expect(await find('没有这个人')).toEqual([])
  expect(await find(person.tenantId, 'revoked')).toEqual([])
  expect((await server.call('findCertificates', { cursor: 'x' }, chen)).data['reason']).toBe('request/invalid')
})

test('its page has the chain up to the root and what was signed with it, in numbers', async () => {
  const { signId } = await signedOnce()
  const one = await newest()
  const detail = await detailOf(one.certificateId)
  expect(detail.chainArray.map(({ serialNumber }) => serialNumber)[0]).toBe(one.serialNumber)
  expect(detail.chainArray).toHaveLength(3)
  expect(detail).toMatchObject({ isListed: 1, signatureNumber: 2, contractNumber: 2, signTime: clock })
  expect(detail.logArray.map(({ label }) => label)).toEqual(['签发'])
  const { data: seen } = await server.call('getSignDetailInfo', { signId }, owner)
  expect(JSON.stringify(detail)).not.toContain(seen.taskName)
})

test('revoking says before what it touches, asks for the last four digits, and is told to the space', async () => {
  await signedOnce()
  const one = await newest()
  const { certificateId, serialNumber } = one
  const { data: weighed } = await server.call('weighRevocation', { certificateId }, chen)
  expect(weighed).toMatchObject({ needsSecond: 0, isListed: 1, isRevoked: 0 })
  expect(weighed.runningNumber).toBeGreaterThan(0)
  expect(weighed.contractNumber).toBeGreaterThanOrEqual(weighed.runningNumber)
  const wrong = await revoke({ certificateId, lastFour: 'zzzz' })
  expect([wrong.data['field'], wrong.message]).toEqual([
    'lastFour',
    '与该证书序列号的后四位不一致，请核对是否选错了证书',
  ])
  expect((await revoke({ certificateId, lastFour: four(serialNumber), reason: '' })).data['field']).toBe('reason')
  expect(await listed(serialNumber)).toBeUndefined()

  const answers = await Promise.all(
    [chen, zhou].map((who) => revoke({ certificateId, lastFour: four(serialNumber) }, who)),
  )
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect((await revoke({ certificateId, lastFour: four(serialNumber) })).data['reason']).toBe('certificate/revoked')
  clock += 60_000
  expect(await listed(serialNumber)).toMatchObject({ reason: 1 })
  const detail = await detailOf(certificateId)
  expect(detail.certificateState).toBe('revoked')
  expect(detail.logArray[0]).toMatchObject({ label: '吊销', detail: `私钥泄露或疑似泄露　${reason}` })

  const { data: log } = await server.call('listPlatformLog', {}, person)
  expect(log.logArray[0]?.label).toBe('平台吊销证书')
  expect(log.logArray[0]?.detail).toContain(`私钥泄露或疑似泄露。原因：${reason}`)
  expect(log.logArray[0]?.who).toMatch(/^平台运营（编号/)
  expect(JSON.stringify((await server.call('listMessage', {}, person)).data)).toContain('平台已吊销您个人空间的证书')
  expect(JSON.stringify((await server.call('listMessage', {}, owner)).data)).not.toContain('平台已吊销')

  await signedOnce()
  expect((await newest()).serialNumber).not.toBe(serialNumber)
  expect((await find(serialNumber, 'revoked'))[0]?.revokeTime).not.toBeNull()
})

test('where it takes two, one proposes and another agrees, never the same, and each certificate by itself', async () => {
  server.deps.config.revokers = 2
  const { certificateId, serialNumber } = await newest()
  const lastFour = four(serialNumber)
  expect(await revoke({ certificateId, lastFour })).toMatchObject({ code: 200, data: { isDone: 0 } })
  expect((await revoke({ certificateId, lastFour }, zhou)).data['reason']).toBe('proposal/pending')
  const { tenantId } = person
  await server.deps.authority.partyKey({ tenantId, kind: 'person', name: '王小明（曾用名）' })
  const [other] = await find('曾用名')
  const { certificateId: otherId = '', serialNumber: otherSerial = '' } = other ?? {}
  expect((await revoke({ certificateId: otherId, lastFour: four(otherSerial) })).data['isDone']).toBe(0)
  const { data } = await server.call('listProposals', { tenantId: person.tenantId }, zhou)
  const mine = data.proposalArray.find(({ what }) => what?.replaceAll(' ', '').toLowerCase().includes(serialNumber))
  expect(mine).toMatchObject({ proposalKind: 'revoke', reason, proposedBy: 'chenchen', isOwn: 0 })
  const proposalId = mine?.proposalId ?? ''
  expect((await server.call('agreeProposal', { proposalId }, chen)).data?.['reason']).toBe('operator/second-person')
  expect((await detailOf(certificateId)).certificateState).not.toBe('revoked')
  expect((await server.call('agreeProposal', { proposalId }, zhou)).code).toBe(200)
  const detail = await detailOf(certificateId)
  expect(detail.certificateState).toBe('revoked')
  expect(detail.logArray.map(({ label, who }) => `${who} ${label}`).toSorted()).toEqual([
    'chenchen 提出吊销',
    'zhoumin 吊销',
    'zhoumin 吊销申请已同意',
    '系统 签发',
  ])
  expect((await server.call('agreeProposal', { proposalId }, zhou)).data?.['reason']).toBe('proposal/changed')
  server.deps.config.revokers = 1
})

test('a certificate that was revoked meanwhile is not revoked again by the second', async () => {
  await signedOnce()
  const { certificateId, serialNumber } = await newest()
  const lastFour = four(serialNumber)
  server.deps.config.revokers = 2
  expect((await revoke({ certificateId, lastFour })).data['isDone']).toBe(0)
  server.deps.config.revokers = 1
  expect((await revoke({ certificateId, lastFour }, zhou)).data['isDone']).toBe(1)
  const { data } = await server.call('listProposals', { tenantId: person.tenantId }, zhou)
  const waits = data.proposalArray.find(({ what }) => what?.replaceAll(' ', '').toLowerCase().includes(serialNumber))
  const late = await server.call('agreeProposal', { proposalId: waits?.proposalId ?? '' }, zhou)
  expect(late.data?.['reason']).toBe('certificate/revoked')
})

test('nobody else finds or revokes: no stranger, no member, no operator without a one-time password', async () => {
  const { certificateId, serialNumber } = (await find('王小明'))[0] ?? { certificateId: '', serialNumber: '' }
  for (const who of [undefined, owner, person]) {
    expect((await server.call('findCertificates', {}, who)).data['reason']).toBe('session/required')
    expect((await server.call('weighRevocation', { certificateId }, who)).data['reason']).toBe('session/required')
    expect((await server.call('getRegisteredCertificate', { certificateId }, who)).data['reason']).toBe(
      'session/required',
    )
    const input = { certificateId, revocationReason: 'unspecified', reason, lastFour: four(serialNumber) } as const
    expect((await server.call('revokeRegistered', input, who)).data['reason']).toBe('session/required')
  }
  const halfIn = await server.call('signInOperator', { name: 'chenchen', password: operatorPassword, code: '000000' })
  expect(halfIn.data.token).toBeUndefined()
  for (const id of ['nobody', '00000000-0000-7000-8000-000000000001']) {
    expect((await revoke({ certificateId: id, lastFour: '0001' })).data['reason']).toBe('certificate/not-found')
    expect((await server.call('weighRevocation', { certificateId: id }, chen)).data['reason']).toBe(
      'certificate/not-found',
    )
  }
})

test('the lists are numbered, with when they were made and when the next will be', async () => {
  const { data } = await server.call('certificateNumbers', {}, chen)
  expect(data.revokedNumber).toBeGreaterThan(0)
  expect(data.listArray.map(({ fileName }) => fileName)).toEqual(['issuing.crl', 'root.crl'])
  const [issuing] = data.listArray
  expect(issuing).toMatchObject({ isOld: 0, listNumber: String(Math.floor(clock / 1000)) })
  expect(issuing?.nextTime).toBe(clock + dayMs)
  expect(issuing?.revokedNumber).toBeGreaterThan(0)
})

test('a key that is bound is found, opens nothing once it was revoked, and is forgotten when it is unbound', async () => {
  const who = await newcomer(server, '13911110077')
  const [bad, good] = [await tokenKey(server, { commonName: '陈晓' }), await tokenKey(server, { commonName: '陈晓' })]
  for (const key of [bad, good]) {
    expect((await bindTokenKey(server, who, key)).code).toBe(200)
    clock += 60_000
  }
  const kept = (await find(who.tenantId)).filter(({ certificateKind }) => certificateKind === 'key')
  expect(kept).toHaveLength(2)
  const one = kept.find(({ serialNumber }) => serialNumber === serialOf(bad))
  const { certificateId = '' } = one ?? {}
  expect((await detailOf(certificateId)).chainArray).toHaveLength(3)
  expect((await revoke({ certificateId, lastFour: four(serialOf(bad)) })).data['isDone']).toBe(1)
  const ask = async (key: TokenKey) => {
    const code = codeOf(await server.call('loginByCertificate', { id: key.id }))
    return server.call('loginByCertificate', { id: key.id, code, sign: await key.sign(code) })
  }
  expect((await ask(bad)).message).toContain('证书已被吊销')
  expect((await ask(good)).code).toBe(0)
  for (const key of [bad, good]) {
    const smsCode = await keyCode(server, who)
    expect((await server.call('unbindKey', { keyId: key.id, smsCode }, who)).code).toBe(200)
    clock += 60_000
  }
  expect((await find(who.tenantId)).map(({ serialNumber }) => serialNumber)).toEqual([serialOf(bad)])
})

test('a certificate is about to end for a month, then it has', async () => {
  const { tenantId } = owner
  await server.deps.authority.partyKey({ tenantId, kind: 'company', name: '杭州云启科技有限公司' })
  const [one] = await find(tenantId, 'valid')
  const { serialNumber, validTo } = one ?? { serialNumber: '', validTo: 0 }
  clock = validTo - 10 * dayMs
  await signInAgain()
  expect((await find(serialNumber, 'ending'))[0]?.certificateState).toBe('ending')
  clock += 20 * dayMs
  await signInAgain()
  expect((await find(serialNumber, 'ended'))[0]?.certificateState).toBe('ended')
  expect(await find(serialNumber, 'valid')).toEqual([])
})

async function signInAgain() {
  for (const who of [chen, zhou]) {
    const code = shownCode(who.secret, clock)
    const { data } = await server.call('signInOperator', { name: who.name, password: operatorPassword, code })
    who.token = data.token
  }
}

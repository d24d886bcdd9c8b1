import { checkCreditCode } from '@moqi/domain/identity/company'
import { judgeArrived } from '@moqi/domain/identity/reverse-payment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { outboxBank } from './bank-gateway.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const asked = { authId: 'a1', companyName: '厦门标准软件有限公司', remark: '20481357', since: 0 }

test('the embedded bank has every company pay what is asked, but for the trials, and the same whenever it is asked', async () => {
  const bank = outboxBank(server.deps)
  const verdictOf = async (creditCode: string) => {
    const found = await bank.arrived({ ...asked, creditCode })
    expect((await bank.arrived({ ...asked, creditCode })).map((paid) => ({ ...paid, at: 0 }))).toEqual(
      found.map((paid) => ({ ...paid, at: 0 })),
    )
    return found.map((paid) => judgeArrived(paid, { ...asked, until: Number.MAX_SAFE_INTEGER }))
  }
  expect(await verdictOf('91350100M000100Y43')).toEqual(['fits'])
  const codes = bank.trials.map(({ input }) => input)
  expect(codes.every((code) => checkCreditCode(code).ok)).toBe(true)
  expect(await Promise.all(codes.map(verdictOf))).toEqual([['payer'], ['amount'], ['remark'], []])
})

test('outside the demonstration it watches no account and pays nobody', () => {
  const bank = outboxBank({ ...server.deps, config: { ...server.deps.config, demo: false } })
  expect(bank.account).toBeNull()
  expect(bank.closed).toContain('暂未开通对公打款')
})

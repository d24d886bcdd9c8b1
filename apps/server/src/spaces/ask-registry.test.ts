import { afterAll, beforeAll, expect, test } from 'vitest'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'
import { embeddedIdentityGateway } from '#src/platform/gateways/identity/identity-gateway.ts'
import { companyForm } from '#src/testing/company-auth-scene.ts'
import { newcomer } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let isAway = true
const away = async () => {
  if (isAway) throw new GatewayFault('412 in arrears', false)
}

beforeAll(async () => {
  server = await testServer({
    identity: {
      ...embeddedIdentityGateway,
      checkPerson: async (person) => (await away(), embeddedIdentityGateway.checkPerson(person)),
      checkCompany: async (company) => (await away(), embeddedIdentityGateway.checkCompany(company)),
    },
  })
})
afterAll(() => server.close())

test('a registry that cannot be asked fails nobody, costs no try, and is asked again', async () => {
  const who = await newcomer(server, '13500007001')
  const person = { realName: '林晓', idNumber: '11010519491231002X', agree: 1, certificateAgree: 1 } as const
  for (let tries = 0; tries < 6; tries += 1) {
    const answer = await server.call('submitPersonAuth', person, who)
    expect([answer.code, answer.data['reason'], answer.message]).toEqual([
      503,
      'service/unavailable',
      '核验服务暂时无法使用，本次不计入认证次数，请稍后重试',
    ])
  }
  expect((await server.call('getAuthInfo', {}, who)).data).toMatchObject({ isAuthed: 'notAuth', triesLeft: 5 })
  isAway = false
  expect((await server.call('submitPersonAuth', person, who)).data.isAuthed).toBe('passAuth')
  isAway = true
  const company = await server.call('submitCompanyAuth', companyForm(7001), who)
  expect([company.code, company.data['reason']]).toEqual([503, 'service/unavailable'])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Player } from '#src/testing/contract-scene.ts'
import { integrationScene, type IntegrationScene, refusal } from '#src/testing/integration-scene.ts'
import { sendSigned, signedCall } from '#src/testing/signed-call.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const inside = '203.0.113.9'
const outside = '198.51.100.7'
let server: TestServer
let owner: Player
let keys: IntegrationScene['keys']

beforeAll(async () => {
  server = await testServer()
  ;({ owner, keys } = await integrationScene(server))
})
afterAll(() => server.close())

const save = async (version: number, withApplications: 0 | 1) =>
  server.call(
    'saveNetworks',
    { version, isOn: 1, networkArray: [{ network: '203.0.113.0/24', networkName: '总部' }], withApplications },
    { ...owner, address: inside },
  )
const list = (address: string) => sendSigned(server, signedCall(server, keys, 'listTasks', {}, { address }))

test('what applications sign comes from anywhere, or from the company’s networks alone, as the company says', async () => {
  expect((await save(0, 0)).data).toMatchObject({ version: 1 })
  for (const address of [inside, outside]) expect((await list(address)).code).toBe(200)
  expect((await save(1, 1)).data).toMatchObject({ version: 2 })
  expect((await list(inside)).code).toBe(200)
  const refused = await list(outside)
  expect([...refusal(refused), refused.data.address]).toEqual([403, 403, 'integration/address', outside])
})

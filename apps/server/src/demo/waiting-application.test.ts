import { afterAll, beforeAll, expect, test } from 'vitest'
import { player } from '#src/testing/contract-scene.ts'
import { jing } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { ensureWaitingApplication } from './waiting-application.ts'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('at a first start one application waits for the administrator, and at the next no other', async () => {
  const { app, deps } = server
  await ensureWaitingApplication({ app, deps, wait })
  await ensureWaitingApplication({ app, deps, wait })
  const owner = await player(server, jing.phone, 'company')
  const { data } = await server.call('listApprove', {}, owner)
  expect(data.approveArray).toMatchObject([
    { applicantName: '张伟', approveStatus: 'pending', sealArray: [{ sealName: '合同专用章' }] },
  ])
})

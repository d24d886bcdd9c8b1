import { afterAll, beforeAll, expect, test } from 'vitest'
import { askableSeal, askedOwner, contractFor, proof, sealedPlaces } from '#src/testing/approval-scene.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { jing } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let owner: Player

beforeAll(async () => {
  server = await testServer()
  owner = await player(server, jing.phone, 'company')
})
afterAll(() => server.close())

test('contracts whose seal others must agree to are named with that, and by a flow they are applied for', async () => {
  const { applicant, flowId } = await askedOwner(server, owner)
  const contracts = [await contractFor(server, owner, applicant), await contractFor(server, owner, applicant)]
  const signIds = contracts.map(({ signId }) => signId)
  const { data } = await server.call('getBatchSignSealInfo', { signIds }, applicant)
  expect(data.batchSignArray.map(({ batchNeed }) => batchNeed)).toEqual(['approval', 'approval'])
  const sealId = await askableSeal(server, applicant)
  const signArray = await Promise.all(
    signIds.map(async (signId) => ({ signId, positionArray: await sealedPlaces(server, applicant, signId, sealId) })),
  )
  const authToken = await proof(server, applicant, { signIds })
  const ask = (more: { flowId?: string; reason?: string }) =>
    server.call('signBatchProcessPosition', { signArray, authToken, ...more }, applicant)
  const refused = await ask({})
  expect(refused.data.failArray.map(({ message }) => message)).toEqual(
    Array(2).fill('您没有该印章的使用权限，请提交用印审批'),
  )
  const applied = await ask({ flowId, reason: '年度采购框架合同' })
  expect(applied.data).toEqual({
    successNumber: 0,
    failArray: [],
    approveArray: signIds.map((signId) => ({ signId, approveId: expect.any(String) })),
  })
  const again = await server.call('getBatchSignSealInfo', { signIds }, applicant)
  expect(again.data.batchSignArray[0]).toMatchObject({ signBeforeCheckInfo: '您的用印申请正在审批中' })
})

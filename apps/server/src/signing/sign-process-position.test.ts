import { afterAll, beforeAll, expect, test } from 'vitest'
import { choices, ownSignId, personSigner, type Player, player, proveWill, sent } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let launcher: Player
let wang: Player
let stranger: Player

beforeAll(async () => {
  server = await testServer()
  launcher = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
  stranger = await player(server, '13800000004', 'person')
})
afterAll(() => server.close())

const secret = '王大力 13900000000'

/** A contract that waits for 王小明, who has filled something in. */
async function filledIn() {
  const { taskId, signId: launchId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  const signId = await ownSignId(server, wang, taskId)
  const positionArray = [{ positionId: 'p1', value: secret }]
  const kept = await server.call('signProcessPosition', { signId, positionArray }, wang)
  return { launchId, signId, positionArray, kept }
}

const drafts = () => server.deps.db.read(wang.tenantId, (own) => own.selectFrom('signing_draft').selectAll().execute())

const told = ({ code, data }: { code: number | string; data: Record<string, unknown> }) => [code, data.reason]

test('what was chosen comes back to its signer, the latest as it was, and lies sealed', async () => {
  const { signId, positionArray, kept } = await filledIn()
  expect(kept.data).toEqual({ positionArray })
  expect((await server.call('signProcessPosition', { signId }, wang)).data).toEqual({ positionArray })
  const later = [{ positionId: 'p1', value: '北京' }]
  await server.call('signProcessPosition', { signId, positionArray: later }, wang)
  expect((await server.call('signProcessPosition', { signId }, wang)).data).toEqual({ positionArray: later })
  for (const { sealed_choices } of await drafts()) expect(sealed_choices.toString()).not.toContain('北京')
})

test('nobody but its signer, in the space of the entry, reads or writes it', async () => {
  const { launchId, signId } = await filledIn()
  const positionArray = [{ positionId: 'p1', value: 'x' }]
  for (const who of [stranger, launcher]) {
    for (const input of [{ signId }, { signId, positionArray }]) {
      expect(told(await server.call('signProcessPosition', input, who))).toEqual([404, 'contract/not-found'])
    }
  }
  // The initiator has a handle of the same contract, and nothing to sign.
  expect((await server.call('signProcessPosition', { signId: launchId }, launcher)).data).toEqual({ positionArray: [] })
  expect(told(await server.call('signProcessPosition', { signId: launchId, positionArray }, launcher))).toEqual([
    409,
    'contract/not-signable',
  ])
  expect((await server.call('signProcessPosition', { signId }, wang)).data.positionArray).toMatchObject([
    { value: secret },
  ])
})

test.each(['sign', 'reject', 'recall'] as const)('it goes with the turn: %s', async (end) => {
  const { launchId, signId } = await filledIn()
  const before = (await drafts()).length
  if (end === 'sign') {
    const authToken = await proveWill(server, wang, signId)
    await server.call('sign', { signId, authToken, positionArray: await choices(server, wang, signId) }, wang)
  }
  if (end === 'reject') await server.call('rejectTask', { signId, reason: '金额有误' }, wang)
  if (end === 'recall') await server.call('recallTask', { signId: launchId, reason: '金额有误' }, launcher)
  expect((await drafts()).length).toBe(before - 1)
  const late = await server.call('signProcessPosition', { signId, positionArray: [] }, wang)
  expect(told(late)).toEqual([409, 'contract/not-signable'])
  expect((await drafts()).length).toBe(before - 1)
})

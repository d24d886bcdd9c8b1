import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  choices,
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  proveWill,
  sent,
} from '#src/testing/contract-scene.ts'
import { jing } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, jing.phone, 'company')
})
afterAll(() => server.close())

const detailOf = async (signId: string) => (await server.call('getSignDetailInfo', { signId }, launcher)).data

async function add(signId: string) {
  const fileId = (await detailOf(signId)).fileArray[0]?.fileId ?? ''
  const place = { positionId: 'a', fileId, page: 1, x: 120, y: 200, width: 20, height: 20 }
  const positionArray = [{ ...place, positionType: 'personSign' as const, signerNo: 1 }]
  return server.call('addParty', { signId, name: '陈七七', phone: '13900000926', positionArray }, launcher)
}

/** What may happen to a party while it signs, and what it is by then. */
const changes = [
  {
    to: 'replaced',
    change: (id: string) =>
      server.call('replaceParty', { signId: id, signerNo: 1, name: '赵一一', phone: '13900000901' }, launcher),
  },
  { to: 'removed', change: (id: string) => server.call('removeParty', { signId: id, signerNo: 1 }, launcher) },
  { to: 'toSign', change: add },
]
const races = Array.from({ length: 17 }, () => changes).flat()

test('a signature and a change of the parties never both happen', { timeout: 240_000 }, async () => {
  const ends: unknown[] = []
  const expected: unknown[] = []
  let signer = launcher
  for (const [n, { to, change }] of races.entries()) {
    clock += 61_000
    // A phone gets so many codes an hour.
    if (n % 4 === 0) signer = await newcomer(server, `1390000${2000 + n}`, '许九九')
    const { signId, taskId } = await sent(server, launcher, [
      personSigner(1, '许九九', signer.phone),
      personSigner(2, '冯六六', '13900000929'),
    ])
    const own = await ownSignId(server, signer, taskId)
    const authToken = await proveWill(server, signer, own)
    const positionArray = await choices(server, signer, own)
    const [signed, changed] = await Promise.all([
      server.call('sign', { signId: own, authToken, positionArray }, signer),
      change(signId),
    ])
    const [first] = (await detailOf(signId)).signerArray
    ends.push([signed.code === 200, changed.code === 200, first?.signerStatus])
    expected.push(signed.code === 200 ? [true, false, 'signed'] : [false, true, to])
  }
  expect(ends).toEqual(expected)
})

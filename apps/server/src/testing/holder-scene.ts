import { askLoginCode, codesSent } from './codes.ts'
import { colleague, memberIdOf } from './company-scene.ts'
import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** A colleague, in the company's space and in the `own`. */
export type Holder = Player & { name: string; own: Player; memberId: string }

/** A new, real-named colleague; each `number` below 15 is somebody else. */
export async function newHolder(server: TestServer, owner: Player, number: number): Promise<Holder> {
  const name = `周敏${'甲乙丙丁戊己庚辛壬癸子丑寅卯辰'[number]}`
  const phone = `139130200${String(number).padStart(2, '0')}`
  const joined = await colleague(server, owner, { name, phone })
  const { data } = await server.call('getUserSpaceInfo', {}, { token: joined.token })
  const tenantId = data.spaceInfoArray.find(({ spaceType }) => spaceType === 'person')?.tenantId ?? ''
  return { ...joined, name, own: { ...joined, tenantId }, memberId: await memberIdOf(server, owner, phone) }
}

/** The same, days later: who has not come for long signs in anew. */
export async function holderAgain(server: TestServer, holder: Holder): Promise<Holder> {
  const { phone } = holder
  const before = await codesSent(server, { phone, scene: 'login', count: 0 })
  await askLoginCode(server, phone, '10.1.1.1')
  const [smsCode = ''] = await codesSent(server, { phone, scene: 'login', count: before.length + 1 })
  const { data } = await server.call('loginByVerificationCode', { phone, smsCode }, { address: '10.1.1.1' })
  return { ...holder, token: data.token, own: { ...holder.own, token: data.token } }
}

import { personSigner, type Player, player } from './contract-scene.ts'
import { jing } from './demo-cast.ts'
import type { TestServer } from './test-server.ts'

/** Who launches a contract for two, and the two: 王小明, then 李静 as a person. */
export async function twoParties(server: TestServer): Promise<Record<'launcher' | 'wang' | 'second', Player>> {
  return {
    launcher: await player(server, jing.phone, 'company'),
    wang: await player(server, '13800000001', 'person'),
    second: await player(server, jing.phone, 'person'),
  }
}

/** Both of them, as the draft names them. */
export const bothParties = [personSigner(1, '王小明', '13800000001'), personSigner(2, jing.name, jing.phone)]

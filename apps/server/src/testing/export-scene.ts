import { vi } from 'vitest'
import { codesSent } from './codes.ts'
import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** The newest export of the player's company. */
export async function newestExport(server: TestServer, who: Player) {
  const { data } = await server.call('listCompanyExport', {}, who)
  const [newest] = data.exportArray
  if (!newest) throw new Error('there is no export')
  return newest
}

/** A code to the player's own phone, of that scene. */
export async function ownCode(server: TestServer, who: Player, scene: 'export' | 'closeCompany'): Promise<string> {
  const before = await codesSent(server, { phone: who.phone, scene, count: 0 })
  const asked = await server.call('getSmsVerificationCode', { scene }, who)
  if (asked.code !== 200) throw new Error(asked.message)
  const [code = ''] = await codesSent(server, { phone: who.phone, scene, count: before.length + 1 })
  return code
}

/** Begins an export, by a code. */
export async function ordered(server: TestServer, who: Player): Promise<string> {
  const { code, data, message } = await server.call(
    'orderCompanyExport',
    { smsCode: await ownCode(server, who, 'export') },
    who,
  )
  if (code !== 200) throw new Error(message)
  return data.exportId
}

/** Waits until the newest export is done. */
export const exported = (server: TestServer, who: Player) =>
  vi.waitFor(
    async () => {
      const newest = await newestExport(server, who)
      if (newest.exportState !== 'done') throw new Error(`${newest.exportState} ${newest.exportStage}`)
      return newest
    },
    { timeout: 60_000, interval: 200 },
  )

/** The link text of an export's archive. */
export async function linkTo(server: TestServer, who: Player, exportId: string): Promise<string> {
  const { data, message } = await server.call('getCompanyExportLink', { exportId }, who)
  if (!data.fileUrl) throw new Error(message)
  return new URL(data.fileUrl, 'http://moqi.test').searchParams.get('link') ?? ''
}

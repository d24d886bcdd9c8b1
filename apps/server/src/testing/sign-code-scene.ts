import type { Output, Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { endOfDayOf } from '@moqi/domain/time/civil-date'
import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** What a code of the template of `savedTemplate` is asked with: ten contracts, for thirty days. */
export const signCodeAsked = (server: TestServer, templateId: string): Sent<Table['addSignCode']> => ({
  templateId,
  codeName: '门店入职',
  cap: 10,
  endTime: endOfDayOf(server.deps.now() + 29 * 86_400_000),
  values: { 'fill.pay': '9000' },
})

/** Makes such a code. */
export async function madeSignCode(
  server: TestServer,
  who: Player,
  templateId: string,
  change: Partial<Sent<Table['addSignCode']>> = {},
): Promise<Output<Table['addSignCode']>> {
  const asked = Object.assign(signCodeAsked(server, templateId), change)
  const { code, message, data } = await server.call('addSignCode', asked, who)
  if (code !== 200) throw new Error(`no code: ${message}`)
  return data
}

/** What the link of a code carries. */
export const tokenOf = ({ link }: { link: string }): string => link.split('/c/')[1] ?? ''

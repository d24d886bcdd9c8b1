import { ownSignId, personSigner, player, type Player, sent } from './contract-scene.ts'
import { arrivedMessages } from './messages.ts'
import type { RepeatScene } from './repeat-scene.ts'
import { sampleFile } from './sample-file.ts'
import type { TestServer } from './test-server.ts'

/** An upload, and what a stranger does on the strength of a ticket, as they are repeated. */
export const lostAnswerScenes = (
  server: () => TestServer,
  launcher: () => Player,
): { [K in 'uploadFile' | 'reportByTicket' | 'reportContract']: RepeatScene<K> } => ({
  async uploadFile() {
    const who = launcher()
    const files = async () =>
      (
        await server().deps.db.read(who.tenantId, (db) =>
          db.selectFrom('file').where('tenant_id', '=', who.tenantId).select('file_id').execute(),
        )
      ).length
    const before = await files()
    const file = { fileName: '保密协议.pdf', bytes: sampleFile('保密协议.pdf') }
    return { who, input: {}, file, count: async () => (await files()) - before }
  },
  async reportByTicket() {
    const phone = '13900000831'
    const { taskId } = await sent(server(), launcher(), [personSigner(1, '周晓彤', phone)])
    const [asked] = await arrivedMessages(server(), { recipient: phone, scene: 'toSign' })
    const ticket = /\/t\/([\w-]+)/.exec(asked?.body ?? '')?.[1] ?? ''
    return { who: {}, input: { ticket, reason: 'tricked' }, count: () => reports(server(), taskId) }
  },
  async reportContract() {
    const who = await player(server(), '13800000001', 'person')
    const { taskId } = await sent(server(), launcher(), [personSigner(1, '王小明', who.phone)])
    const signId = await ownSignId(server(), who, taskId)
    return { who, input: { signId, reason: 'other', content: '不认识对方' }, count: () => reports(server(), taskId) }
  },
})

async function reports({ deps }: TestServer, contractId: string): Promise<number> {
  const rows = await deps.db.directory((directory) =>
    directory.selectFrom('fraud_report').where('contract_id', '=', contractId).select('report_no').execute(),
  )
  return rows.length
}

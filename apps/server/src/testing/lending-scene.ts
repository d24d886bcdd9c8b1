import { vi } from 'vitest'
import { type Player, personSigner, sent } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** Waits until a contract was judged to be of a loan, or to leave amounts blank. */
export const isFlagged = (server: TestServer, { tenantId }: Player, taskId: string): Promise<boolean> =>
  vi.waitUntil(
    async () => {
      const rows = await server.deps.db.read(tenantId, (home) =>
        home.selectFrom('contract_flag').where('contract_id', '=', taskId).select('kind').execute(),
      )
      return rows.length > 0
    },
    { timeout: 20_000, interval: 20 },
  )

/** A contract of a loan that waits for 王小明, after it was judged. */
export async function flaggedContract(
  server: TestServer,
  launcher: Player,
  wang: Player,
  more: Parameters<typeof sent>[3] = {},
): Promise<{ signId: string; taskId: string }> {
  const made = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)], {
    taskName: '个人借款合同',
    ...more,
  })
  await isFlagged(server, launcher, made.taskId)
  return made
}

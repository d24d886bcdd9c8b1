import type { Db } from '#src/platform/database/database.ts'

/** What is said to whoever would come back by a machine's word. */
export const endedByPlatform = '平台已终止原实名认证，请选择人工审核，由平台人员核对后重新认证'

/** Whether the platform has ended the space's authentication, which nobody has given it anew since. */
export async function isEnded(db: Db, tenantId: string): Promise<boolean> {
  const ended = await db
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .where('auth_end', 'is not', null)
    .select('tenant_id')
    .executeTakeFirst()
  return ended !== undefined
}

import { chatSyncLimits } from '@moqi/domain/spaces/chat-sync'
import { inDatabase } from '../database.ts'
import type { StoryServer } from '../story-server.ts'
import type { Seat } from './world-parties.ts'

/** A company whose work chat has lost more people than usual: no vendor's address book can be had for a picture. */
export async function askedByWorkChat(server: StoryServer, { tenantId }: Seat): Promise<void> {
  const failures = Array.from({ length: 3 }, (_, at) => ({
    name: `司马长风${at + 1}`,
    message: '还有12份未完成的合同，请选择接手的同事；手机号138****0001已由另一个账号使用',
  }))
  const report = {
    people: 1280,
    departments: 46,
    newcomers: 12,
    changed: 3,
    leavers: 12 * chatSyncLimits.leavers,
    withoutPhone: 7,
    failures,
  }
  const [now, address] = [Date.now(), 'https://dingtalk.intranet.example-property-management.com.cn']
  await inDatabase(
    server,
    `insert into identity_provider (tenant_id, name, protocol, issuer, client_id, agent_id, version, changed_at, changed_by)
     values ($1, '嘉禾物业钉钉工作台', 'dingtalk', $2, 'dingxjv4k2m9w1q8e7r6', '2837465910', 1, $3, '陈晨')`,
    [tenantId, address, now],
  )
  await inDatabase(server, `update space set sign_in_code = 'jiahe' where tenant_id = $1`, [tenantId])
  await inDatabase(
    server,
    `insert into work_chat (tenant_id, account_id, made_by, syncs, progress, report, started_at, ended_at)
     select tenant_id, account_id, '陈晨', true, 'asks', $2, $3, $3 from membership where tenant_id = $1 and is_owner`,
    [tenantId, JSON.stringify(report), now],
  )
}

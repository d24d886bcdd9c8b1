import type { message } from '@moqi/api/message'
import type { NoticeKind } from '@moqi/domain/messages/notice-facts'
import { keysOf } from '@moqi/domain/keys-of'
import { noticeGroups } from '@moqi/domain/messages/notice-group'
import { isNoticeKind, kindsOf, noticeKinds } from '@moqi/domain/messages/notice-kinds'
import type { ChannelRule } from '@moqi/domain/messages/notice-rule'
import { Refusal } from '@moqi/domain/refusal'
import { maskEmail } from '@moqi/domain/identity/email'
import { sql } from 'kysely'
import type { Handler } from '#src/platform/handlers.ts'

type Chosen = Partial<Record<NoticeKind, boolean>>

/** By which channels the person is told of what, and whether they say what a contract is called. */
export const getNoticeSetting: Handler<typeof message.getNoticeSetting> = async ({ db }, { accountId }) => {
  const found = await db.directory((directory) =>
    directory
      .selectFrom('account')
      .leftJoin('notice_setting as setting', 'setting.account_id', 'account.account_id')
      .where('account.account_id', '=', accountId)
      .select(['account.email', 'setting.sms', 'setting.mail', 'setting.hide_names'])
      .executeTakeFirstOrThrow(),
  )
  return {
    hideTaskName: found.hide_names ? 'yes' : 'no',
    email: found.email === null ? null : maskEmail(found.email),
    kindArray: keysOf(noticeGroups).flatMap((group) =>
      kindsOf(group).map((kind) => {
        const { label, sms, mail } = noticeKinds[kind]
        return { kind, label, group, sms: ruleOf(sms, found.sms?.[kind]), mail: ruleOf(mail, found.mail?.[kind]) }
      }),
    ),
  }
}

function ruleOf(rule: ChannelRule, chosen: boolean | undefined): ChannelRule {
  if (chosen === undefined || rule === 'always' || rule === 'never') return rule
  return chosen ? 'on' : 'off'
}

/** Keeps what is given beside what was chosen before. Throws `field/invalid` for what is not to be chosen. */
export const saveNoticeSetting: Handler<typeof message.saveNoticeSetting> = async (
  { db },
  { accountId },
  { hideTaskName, kindArray = [] },
) => {
  const chosen: Record<'sms' | 'mail', Chosen> = { sms: {}, mail: {} }
  for (const { kind, channel, on } of kindArray) {
    if (!isNoticeKind(kind)) throw new Refusal('field/invalid', { field: 'kind', message: '没有这种通知' })
    const rule = noticeKinds[kind][channel]
    if (rule === 'always' || rule === 'never') {
      const message = rule === 'always' ? '该通知关系账号安全或需要您答复，不能关闭' : '该通知没有这种发送方式'
      throw new Refusal('field/invalid', { field: 'kind', message })
    }
    chosen[channel][kind] = on === 'yes'
  }
  const hides = hideTaskName === undefined ? null : hideTaskName === 'yes'
  await db.directory((directory) =>
    sql`
      insert into notice_setting (account_id, sms, mail, hide_names)
      values (${accountId}, ${JSON.stringify(chosen.sms)}::jsonb, ${JSON.stringify(chosen.mail)}::jsonb,
        coalesce(${hides}::boolean, false))
      on conflict (account_id) do update set sms = notice_setting.sms || excluded.sms,
        mail = notice_setting.mail || excluded.mail,
        hide_names = coalesce(${hides}::boolean, notice_setting.hide_names)`.execute(directory),
  )
  return null
}

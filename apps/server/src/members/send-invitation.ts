import { invitationLimits } from '@moqi/domain/spaces/invitation-reply'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { inOwnSpace } from '#src/platform/messages/own-space.ts'
import type { MemberChanger } from './member-changer.ts'

/** A company's id short enough for an SMS: 22 characters. */
const shortId = (companyId: string) => Buffer.from(companyId.replaceAll('-', ''), 'hex').toString('base64url')

/** Tells 企业邀请 (domain 8). Its link leads to the invitation of whoever signs in with that phone. */
export async function sendInvitation(
  deps: Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>,
  tx: Db,
  { nickName, inviterName = nickName, space, tenantId }: MemberChanger,
  recipient: string,
): Promise<void> {
  const url = `${deps.config.publicUrl}/j/${shortId(space.companyId ?? '')}`
  const to = (await inOwnSpace(tx, { phone: recipient })) ?? { phone: recipient }
  const facts = { admin: inviterName, company: space.name, url }
  await notify(deps, tx, { kind: 'invited', to, facts, senderTenantId: tenantId })
}

/** Says that a phone gets no more messages for now. */
export const tooOften = '今日向该手机号发送的邀请过多，请明天再试'

/** Those of the phones that get no more messages for now. */
export async function sentTooOften(
  tx: Db,
  tenantId: string,
  phones: readonly string[],
  at: number,
): Promise<Set<string>> {
  const sent = await tx
    .selectFrom('invitation')
    .where('phone', 'in', [...phones])
    .where('sent_at', '>', at - dayMs)
    .select(['tenant_id', 'phone', 'sends'])
    .execute()
  const isTooOften = (phone: string) => {
    const all = sent.filter((row) => row.phone === phone)
    const ours = sumOf(all.filter((row) => row.tenant_id === tenantId))
    return ours >= invitationLimits.perCompanyDay || sumOf(all) >= invitationLimits.perPhoneDay
  }
  return new Set(phones.filter(isTooOften))
}

const sumOf = (rows: { sends: number }[]) => rows.reduce((total, { sends }) => total + sends, 0)

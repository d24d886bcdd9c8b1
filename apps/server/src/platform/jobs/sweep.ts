import { accountLimits } from '@moqi/domain/account/limits'
import { paperKeptDays, paperPicture } from '@moqi/domain/identity/person-paper'
import { integrationLimits } from '@moqi/domain/integrations/integration-rules'
import { handwritingKeptMs } from '@moqi/domain/seals/handwriting-lifecycle'
import { deedKeptMs } from '@moqi/domain/operators/auth-ending'
import { proposalLifeMs } from '@moqi/domain/operators/proposal'
import { groupInvitationLifecycle, groupInvitationTimes } from '@moqi/domain/groups/group-invitation'
import { invitationLifecycle } from '@moqi/domain/spaces/invitation-lifecycle'
import { webhookLimits } from '@moqi/domain/webhooks/webhook-delivery'
import { dayMs } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { forgetMessages } from '#src/platform/messages/unread.ts'
import { spacesOfHour } from './spaces-of-hour.ts'

/** Records of messages prove that somebody was told; a year outlasts every deadline. */
const keptMs = 366 * dayMs

/** Clears what has served its time: dead sessions, used codes, old answers to repeated requests, invitations. */
export async function sweep({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  await db.directory(async (directory) => {
    await directory
      .deleteFrom('session')
      .where((session) =>
        session.or([
          session('seen_at', '<', at - 8 * dayMs),
          session('created_at', '<', at - accountLimits.session.longestMs),
        ]),
      )
      .execute()
    await directory
      .deleteFrom('verification_code')
      .where('created_at', '<', at - 2 * dayMs)
      .execute()
    await directory
      .deleteFrom('auth_token')
      .where('expires_at', '<', at - dayMs)
      .execute()
    await sweepSignIns(directory, at)
    await directory.deleteFrom('captcha').where('expires_at', '<', at).execute()
    await directory.deleteFrom('prepared_signature').where('expires_at', '<', at).execute()
    await directory.deleteFrom('proof').where('expires_at', '<', at).execute()
    await directory
      .deleteFrom('ticket')
      .where('expires_at', '<', at - dayMs)
      .execute()
    await directory.deleteFrom('face_ticket').where('expires_at', '<', at).execute()
    await directory.deleteFrom('handwriting_ticket').where('expires_at', '<', at).execute()
    await directory
      .deleteFrom('message')
      .where('created_at', '<', at - keptMs)
      .execute()
    await directory
      .deleteFrom('idempotency')
      .where('created_at', '<', at - 2 * dayMs)
      .execute()
    await directory
      .deleteFrom('sms_budget')
      .where('day', '<', formatDate(at - 2 * dayMs, '{y}-{m}-{d}'))
      .execute()
    await directory
      .deleteFrom('login_failure')
      .where('last_failure_at', '<', at - dayMs)
      .execute()
    await directory.deleteFrom('invitation_link').where('expires_at', '<=', at).execute()
    await directory
      .deleteFrom('article_feedback')
      .where('given_at', '<', at - keptMs)
      .execute()
  })
  await db.directoryWrite((tx) =>
    tx
      .updateTable('invitation')
      .set({ state: invitationLifecycle.after('invited', 'expire') })
      .where('state', '=', 'invited')
      .where('expires_at', '<=', at)
      .execute(),
  )
  await db.directoryWrite((tx) =>
    tx
      .updateTable('group_invitation')
      .set({ state: groupInvitationLifecycle.after('pending', 'lapse'), ended_at: at })
      .where('state', '=', groupInvitationLifecycle.initial)
      .where('expires_at', '<=', at - groupInvitationTimes.shownMs)
      .execute(),
  )
  await sweepSpaces(db, at)
}

/** What is old in the spaces whose hour of the day it is, for each is looked at by itself. */
async function sweepSpaces(db: Deps['db'], at: number): Promise<void> {
  for (const tenantId of await spacesOfHour({ db }, at)) {
    await db.write(tenantId, async (tx) => {
      await forgetMessages(tx, tenantId, at)
      await tx
        .deleteFrom('handwriting')
        .where('tenant_id', '=', tenantId)
        .where('expires_at', '<', at - handwritingKeptMs)
        .execute()
      await tx
        .deleteFrom('face_verification')
        .where('tenant_id', '=', tenantId)
        .where('expires_at', '<', at - dayMs)
        .execute()
      await sweepPapers(tx, tenantId, at)
      await tx
        .deleteFrom('integration_call')
        .where('tenant_id', '=', tenantId)
        .where('at', '<', at - integrationLimits.logKeptMs)
        .execute()
      await tx
        .deleteFrom('webhook_delivery')
        .where('tenant_id', '=', tenantId)
        .where('created_at', '<', at - webhookLimits.keptMs)
        .execute()
    })
  }
}

/** Pictures of papers that were never submitted, and those that were decided about long enough ago. */
async function sweepPapers(tx: Db, tenantId: string, at: number): Promise<void> {
  await tx
    .deleteFrom('paper_picture')
    .where('tenant_id', '=', tenantId)
    .where(({ eb, or, and, selectFrom }) =>
      or([
        and([eb('auth_id', 'is', null), eb('created_at', '<', at - paperPicture.unusedMs)]),
        ...(['person_review', 'company_review'] as const).map((review) =>
          eb(
            'auth_id',
            'in',
            selectFrom(review)
              .where('tenant_id', '=', tenantId)
              .where('decided_at', '<', at - paperKeptDays * dayMs)
              .select('auth_id'),
          ),
        ),
        eb(
          'auth_id',
          'in',
          selectFrom('appeal')
            .where('papers_tenant_id', '=', tenantId)
            .where('ended_at', '<', at - paperKeptDays * dayMs)
            .select('appeal_id'),
        ),
        eb(
          'auth_id',
          'in',
          selectFrom('auth_ending')
            .where('tenant_id', '=', tenantId)
            .where(({ eb: row, or: either, and: both }) =>
              either([
                row('ended_at', '<', at - deedKeptMs),
                both([row('ended_at', 'is', null), row('asked_at', '<', at - proposalLifeMs)]),
              ]),
            )
            .select('ending_id'),
        ),
      ]),
    )
    .execute()
}

/** A failure for a name nobody has serves the limits alone, a device that is not trusted the alert alone. */
async function sweepSignIns(directory: Db, at: number): Promise<void> {
  const { signInLog, device } = accountLimits
  await directory
    .deleteFrom('sign_in_log')
    .where((row) =>
      row.or([
        row('at', '<', at - signInLog.keptMs),
        row.and([row('account_id', 'is', null), row('at', '<', at - dayMs)]),
      ]),
    )
    .execute()
  await directory
    .deleteFrom('device')
    .where(
      'device_id',
      'not in',
      directory.selectFrom('session').where('device_id', 'is not', null).select('device_id'),
    )
    .where((row) =>
      row.or([
        row('seen_at', '<', at - device.keptMs),
        row.and([row('trusted', '=', false), row('seen_at', '<', at - 30 * dayMs)]),
      ]),
    )
    .execute()
  await directory.deleteFrom('auto_login_token').where('expires_at', '<', at).execute()
  // Who comes late hears that it was used, or too late.
  await directory
    .deleteFrom('pass')
    .where('expires_at', '<', at - dayMs)
    .execute()
}
